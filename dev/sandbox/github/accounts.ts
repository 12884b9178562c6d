import { createHash } from 'node:crypto'
import type { OtherAccount } from '../sign-in/account-page.ts'

export type GithubAccount = {
  login: string
  /** Null if the user never set a name. */
  name: string | null
  /** The email address on the public profile. */
  publicEmail: string | null
  emails: GithubEmail[]
  /** The special case that this account shows. */
  description: string
}

type GithubEmail = {
  email: string
  primary: boolean
  verified: boolean
  visibility: 'public' | 'private' | null
}

/** The accounts on the sign-in page. */
export const githubAccounts: GithubAccount[] = [
  {
    login: 'grace-porter',
    name: 'Grace Porter',
    publicEmail: null,
    emails: [
      { email: 'grace@old-job.example', primary: false, verified: true, visibility: null },
      {
        email: 'grace.porter@gmail.example',
        primary: true,
        verified: true,
        visibility: 'private',
      },
    ],
    description: 'Has two private email addresses; the second one is primary',
  },
  {
    login: 'benokafor',
    name: null,
    publicEmail: 'ben.okafor@workshop.example',
    emails: [
      {
        email: 'ben.okafor@workshop.example',
        primary: true,
        verified: true,
        visibility: 'public',
      },
    ],
    description: 'Has only a username',
  },
  {
    login: 'unverified-una',
    name: 'Unverified Una',
    publicEmail: null,
    emails: [
      { email: 'una@unverified.example', primary: true, verified: false, visibility: 'private' },
    ],
    description: 'Never verified the email address',
  },
]

/** Creates an account from user input. Its username contains the domain: emails often have the same local part. */
export function createAccount({ email, name }: OtherAccount): GithubAccount {
  return {
    login: email
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
    name: name || null,
    publicEmail: null,
    emails: [{ email, primary: true, verified: true, visibility: 'private' }],
    description: '',
  }
}

export function findAccountByEmail(email: string): GithubAccount | undefined {
  const normalized = email.toLowerCase()
  return githubAccounts.find(({ emails }) => emails.some((entry) => entry.email === normalized))
}

/** Returns the numeric account ID, which is the same for a username in every run. */
export function idOf({ login }: GithubAccount): number {
  return 1_000_000 + createHash('sha256').update(login).digest().readUIntBE(0, 3)
}

/** Returns the fields of `GET /user` that apps need to sign a user in. The picture is served below `base`. */
export function presentUser(account: GithubAccount, base: string) {
  const { login, name, publicEmail } = account
  const avatar = `${base}/avatars/${login}.svg`
  return { login, id: idOf(account), avatar_url: avatar, type: 'User', name, email: publicEmail }
}
