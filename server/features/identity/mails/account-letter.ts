import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Block, Letter } from '../../../platform/mail/letter.ts'
import type { AccountChange, AccountMail } from '../../../platform/mail/queue-mail.ts'

/** What makes the links that count once; each is made anew when its mail is sent. */
export interface AccountLinks {
  confirmEmail(user: { id: string; email: string }): Promise<string>
  resetPassword(userId: string): Promise<string>
  changeEmail(user: { id: string; email: string }, newEmail: string): Promise<string>
}

interface Surroundings {
  db: Db
  pageUrl: (path: string) => string
  links: AccountLinks
}

/** A mail about an account in words. Undefined when it is no longer true, or there is nobody. */
export async function accountLetter(
  around: Surroundings,
  mail: AccountMail,
): Promise<Letter | undefined> {
  if (mail.kind === 'email-changed') return emailChanged(mail)
  if (mail.kind === 'account-deleted') return accountDeleted(mail)
  const user = await readUser(around.db, mail)
  if (!user) return undefined
  if (mail.kind === 'change-email') return changeEmail(around, user, mail.newEmail)
  const letter = await ownLetter(around, user, mail)
  if (!letter || user.email_verified) return letter
  const isLink = mail.kind === 'confirm-email' || mail.kind === 'reset-password'
  return { ...letter, unconfirmed: isLink ? 'link' : 'account' }
}

/** A mail to the address that the account has. */
function ownLetter(
  around: Surroundings,
  user: User,
  mail: Extract<
    AccountMail,
    { kind: 'confirm-email' | 'reset-password' | 'email-changing' | 'account-changed' }
  >,
): Letter | undefined | Promise<Letter | undefined> {
  if (mail.kind === 'confirm-email') return confirmEmail(around, user)
  if (mail.kind === 'reset-password') return resetPassword(around, user)
  if (mail.kind === 'email-changing') return emailChanging(around, user, mail.newEmail)
  return accountChanged(around, user, mail.what)
}

type User = NonNullable<Awaited<ReturnType<typeof readUser>>>

async function readUser(db: Db, mail: { userId: string } | { email: string }) {
  const [column, value] =
    'userId' in mail ? (['id', mail.userId] as const) : (['email', mail.email] as const)
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified'])
    .where(column, '=', value)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

async function confirmEmail({ links }: Surroundings, user: User): Promise<Letter | undefined> {
  if (user.email_verified) return undefined
  return {
    to: user.email,
    subject: 'Confirm your e-mail for Freehub',
    name: undefined,
    blocks: [
      'this address was given for an account at Freehub. Please confirm that it is yours; the link works for a day.',
      { press: 'Confirm my e-mail', url: await links.confirmEmail(user) },
      'If you are not signed in where you open it, you are asked for your password.',
      'You can shop without it. If you have not signed up, do nothing: without you nobody can confirm.',
    ],
  }
}

async function resetPassword({ links }: Surroundings, user: User): Promise<Letter> {
  return {
    to: user.email,
    subject: 'A new password for Freehub',
    name: known(user),
    blocks: [
      'somebody, we hope you, has asked for a new password for this address. Choose one here; the link works once, and for an hour.',
      { press: 'Choose a new password', url: await links.resetPassword(user.id) },
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }
}

async function changeEmail(
  { links }: Surroundings,
  user: User,
  newEmail: string,
): Promise<Letter | undefined> {
  if (user.email === newEmail) return undefined
  return {
    to: newEmail,
    subject: 'Confirm your new e-mail for Freehub',
    name: undefined,
    unconfirmed: 'account',
    blocks: [
      'an account at Freehub shall have this address from now on. If it is your account, confirm it here; the link works once, and for a day.',
      { press: 'Confirm my new e-mail', url: await links.changeEmail(user, newEmail) },
      'If you are not signed in where you open it, you are asked for your password.',
      'If you know nothing of this, do nothing: nothing changes then.',
    ],
  }
}

function emailChanging({ pageUrl }: Surroundings, user: User, newEmail: string): Letter {
  return {
    to: user.email,
    subject: 'Your e-mail at Freehub is about to change',
    name: known(user),
    blocks: [
      user.email_verified
        ? `it becomes ${newEmail} when the link that we have sent there is followed.`
        : 'it changes when the link that we have sent to the new address is followed.',
      ...ifNotYou(pageUrl),
    ],
  }
}

type EmailChanged = Extract<AccountMail, { kind: 'email-changed' }>

/** Only an owner who confirmed the old address reads the new one: a stranger chooses its words. */
function emailChanged({ oldEmail, newEmail, oldConfirmed }: EmailChanged): Letter {
  return {
    to: oldEmail,
    subject: 'Your e-mail at Freehub has changed',
    name: undefined,
    unconfirmed: oldConfirmed ? undefined : 'account',
    blocks: [
      oldConfirmed
        ? `your account has the address ${newEmail} now. You sign in with it, and our mails go there.`
        : 'your account has another address now. You sign in with it, and our mails go there.',
      'If it was not you, answer this mail at once.',
    ],
  }
}

type AccountDeleted = Extract<AccountMail, { kind: 'account-deleted' }>

function accountDeleted({ email, emailConfirmed }: AccountDeleted): Letter {
  return {
    to: email,
    subject: 'Your account at Freehub is deleted',
    name: undefined,
    unconfirmed: emailConfirmed ? undefined : 'account',
    blocks: [
      'your account is deleted, and what we kept of you is gone. Orders that were not paid are cancelled; the others stay in our books without your name.',
      'If it was not you, answer this mail at once. You are welcome to sign up again.',
    ],
  }
}

function accountChanged({ pageUrl }: Surroundings, user: User, what: AccountChange): Letter {
  const { subject, says } = changes[what]
  return {
    to: user.email,
    subject,
    name: known(user),
    blocks: [says, ...ifNotYou(pageUrl)],
  }
}

const changes: Record<AccountChange, { subject: string; says: string }> = {
  'password-changed': {
    subject: 'Your password at Freehub has changed',
    says: 'your password has changed, and everybody who was signed in with the old one is signed out.',
  },
  'second-factor-on': {
    subject: 'Your second step at Freehub is on',
    says: 'from now on you need a code of your authenticator app to sign in. Keep your backup codes where you find them without your phone.',
  },
  'second-factor-off': {
    subject: 'Your second step at Freehub is off',
    says: 'nobody asks you for a code of your authenticator app any more when you sign in.',
  },
  'backup-codes-made': {
    subject: 'You have new backup codes at Freehub',
    says: 'new backup codes were made for your account. The old ones no longer work.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account at Freehub',
    says: 'a new passkey signs in to your account now.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account at Freehub',
    says: 'one of your passkeys no longer signs in.',
  },
  'phone-added': {
    subject: 'A phone number signs in to your account at Freehub',
    says: 'codes that are sent to your phone number sign in to your account now.',
  },
  'phone-removed': {
    subject: 'Your phone number no longer signs in at Freehub',
    says: 'codes that are sent to your phone number no longer sign in to your account.',
  },
  'provider-linked': {
    subject: 'Another way to sign in to your account at Freehub',
    says: 'your account is linked with a new account at Google or GitHub, which signs in now.',
  },
  'provider-unlinked': {
    subject: 'One way less to sign in to your account at Freehub',
    says: 'your account is no longer linked with one of yours at Google or GitHub.',
  },
}

function ifNotYou(pageUrl: (path: string) => string): Block[] {
  return [
    'If it was not you, choose a new password at once: that signs everybody out. Then take out of your account what is not yours, or answer this mail.',
    { see: 'Choose a new password', url: pageUrl('/login/forgot') },
    { see: 'See my account', url: pageUrl('/dashboard/account') },
  ]
}

/** A name is told to its owner alone: whoever signs somebody up could write to him in our name. */
function known(user: User): string | undefined {
  return user.email_verified ? user.name : undefined
}
