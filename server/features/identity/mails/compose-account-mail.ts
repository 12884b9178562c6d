import { pages } from '@freehub/contract/pages'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { AccountChange, AccountMail } from '../../../platform/mail/queue-mail.ts'
import type { MailBlock, MailContent } from '../../../platform/mail/render-mail.ts'

/** Creates the links of account mails. Each attempt to send a mail creates a new link. */
export interface AccountLinks {
  confirmEmail(user: { id: string; email: string }): Promise<string>
  resetPassword(userId: string): Promise<string>
  changeEmail(user: { id: string; email: string }, newEmail: string): Promise<string>
}

interface Dependencies {
  db: Db
  pageUrl: (path: string) => string
  links: AccountLinks
}

/** Composes a mail about an account. Returns undefined if the mail is obsolete or the account is missing. */
export async function composeAccountMail(
  { db, pageUrl, links }: Dependencies,
  mail: AccountMail,
): Promise<MailContent | undefined> {
  if (mail.kind === 'email-changed') return composeEmailChanged(mail)
  if (mail.kind === 'account-deleted') return composeAccountDeleted(mail)
  const user = await readUser(db, mail)
  if (!user) return undefined
  const isConfirmed = user.email_verified
  const recipient = {
    to: user.email,
    // The name of an unconfirmed account is left out: an attacker may have chosen it to send a text
    // in our name.
    name: isConfirmed ? user.name : undefined,
    unconfirmed: isConfirmed ? undefined : ('account' as const),
  }
  switch (mail.kind) {
    case 'confirm-email':
      if (isConfirmed) return undefined
      return {
        ...recipient,
        unconfirmed: 'link',
        subject: 'Confirm your email for Freehub',
        blocks: [
          'This address was used to create a Freehub account. Please confirm that it is yours. The link works for one day.',
          { button: 'Confirm my email', url: await links.confirmEmail(user) },
          'If you are not signed in where you open it, we ask for your password.',
          'You can shop without confirming. If you did not sign up, ignore this email.',
        ],
      }
    case 'reset-password': {
      const [request, button, outcome] = user.has_password
        ? ['reset the', 'Choose a new password', 'Your password stays the same.']
        : ['set a', 'Choose a password', 'Nothing changes.']
      return {
        ...recipient,
        unconfirmed: isConfirmed ? undefined : 'link',
        subject: user.has_password ? 'Reset your Freehub password' : 'Set a Freehub password',
        blocks: [
          `We received a request to ${request} password for this email address. ${button} here. The link works once, within one hour.`,
          { button, url: await links.resetPassword(user.id) },
          `If you did not request this, ignore this email. ${outcome}`,
        ],
      }
    }
    case 'change-email':
      if (user.email === mail.newEmail) return undefined
      return {
        to: mail.newEmail,
        name: undefined,
        unconfirmed: 'account',
        subject: 'Confirm your new email for Freehub',
        blocks: [
          'A Freehub account is about to change to this email address. If it is your account, confirm the change here. The link works once, within one day.',
          { button: 'Confirm my new email', url: await links.changeEmail(user, mail.newEmail) },
          'If you are not signed in where you open it, we ask for your password.',
          'If this is not your account, ignore this email. Nothing changes.',
        ],
      }
    case 'email-changing': {
      const change = isConfirmed
        ? `Your email changes to ${mail.newEmail} when you confirm it with the link that we sent there.`
        : 'Your email changes when you confirm it with the link that we sent to the new email address.'
      const subject = 'Your Freehub email is about to change'
      return { ...recipient, subject, blocks: [change, ...createWarningBlocks(pageUrl)] }
    }
    case 'account-changed': {
      const { subject, text } = changeTexts[mail.what]
      return { ...recipient, subject, blocks: [text, ...createWarningBlocks(pageUrl)] }
    }
  }
}

async function readUser(db: Db, mail: { userId: string } | { email: string }) {
  const [column, value] =
    'userId' in mail ? (['id', mail.userId] as const) : (['email', mail.email] as const)
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified'])
    .select(
      sql<boolean>`exists (select from accounts where user_id = users.id and password is not null)`.as(
        'has_password',
      ),
    )
    .where(column, '=', value)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

type EmailChanged = Extract<AccountMail, { kind: 'email-changed' }>

/**
 * Composes the notice of a changed email address. Names the new address only if the old address was confirmed: an
 * attacker may have chosen the new address as a text for the owner of the old address.
 */
function composeEmailChanged({ oldEmail, newEmail, oldConfirmed }: EmailChanged): MailContent {
  return {
    to: oldEmail,
    subject: 'Your Freehub email has changed',
    name: undefined,
    unconfirmed: oldConfirmed ? undefined : 'account',
    blocks: [
      oldConfirmed
        ? `Your account now has the email ${newEmail}. Sign in with it from now on. We send our emails there.`
        : 'Your account now has a different email. Sign in with it from now on. We send our emails there.',
      'If this was not you, reply to this email immediately.',
    ],
  }
}

type AccountDeleted = Extract<AccountMail, { kind: 'account-deleted' }>

function composeAccountDeleted({ email, emailConfirmed }: AccountDeleted): MailContent {
  return {
    to: email,
    subject: 'Your Freehub account was deleted',
    name: undefined,
    unconfirmed: emailConfirmed ? undefined : 'account',
    blocks: [
      'Your account and your personal data were deleted. Unpaid orders were cancelled. We keep the other orders without your name.',
      'If this was not you, reply to this email immediately. You are welcome to sign up again.',
    ],
  }
}

const changeTexts: Record<AccountChange, { subject: string; text: string }> = {
  'password-changed': {
    subject: 'Your Freehub password has changed',
    text: 'Your password has changed. Devices that were signed in with the old password are signed out.',
  },
  'password-added': {
    subject: 'A password was added to your Freehub account',
    text: 'You can now sign in with your email and this password. All devices are signed out.',
  },
  'second-factor-on': {
    subject: 'Two-step sign-in is on for your Freehub account',
    text: 'From now on you need a code from your authenticator app to sign in. Keep your backup codes in a place that you can reach without your phone.',
  },
  'second-factor-off': {
    subject: 'Two-step sign-in is off for your Freehub account',
    text: 'You no longer need a code from your authenticator app to sign in.',
  },
  'backup-codes-made': {
    subject: 'New backup codes for your Freehub account',
    text: 'New backup codes were created for your account. The old ones no longer work.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your Freehub account',
    text: 'A new passkey can now sign in to your account.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your Freehub account',
    text: 'One of your passkeys can no longer sign in to your account.',
  },
  'phone-added': {
    subject: 'A phone number was added to your Freehub account',
    text: 'Codes sent to your phone number can now sign in to your account.',
  },
  'phone-removed': {
    subject: 'Your phone number was removed from your Freehub account',
    text: 'Codes sent to your phone number can no longer sign in to your account.',
  },
  'provider-linked': {
    subject: 'A sign-in provider was linked to your Freehub account',
    text: 'An account at Google or GitHub can now sign in to your account.',
  },
  'provider-unlinked': {
    subject: 'A sign-in provider was unlinked from your Freehub account',
    text: 'An account at Google or GitHub can no longer sign in to your account.',
  },
}

function createWarningBlocks(pageUrl: (path: string) => string): MailBlock[] {
  return [
    'If this was not you, choose a new password immediately. This signs out all devices. Then remove everything that is not yours from your account, or reply to this email.',
    { link: 'Choose a new password', url: pageUrl(pages.forgotPassword) },
    { link: 'View my account', url: pageUrl(pages.account) },
  ]
}
