import { createHash } from 'node:crypto'
import type { OtherAccount } from '../sign-in/account-page.ts'

export type GithubAccount = {
  login: string
  /** Null where the person never filled it in. */
  name: string | null
  /** The address on the public profile, or null. */
  publicEmail: string | null
  emails: GithubEmail[]
  /** What there is to try with this one. */
  about: string
}

type GithubEmail = {
  email: string
  primary: boolean
  verified: boolean
  visibility: 'public' | 'private' | null
}

/** Who can sign in at one press. */
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
    about: 'Two addresses, none of them public; the second is the primary one',
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
    about: 'Has a user name and no other',
  },
  {
    login: 'unverified-una',
    name: 'Unverified Una',
    publicEmail: null,
    emails: [
      { email: 'una@unverified.example', primary: true, verified: false, visibility: 'private' },
    ],
    about: 'Never verified the email address',
  },
]

/** Whoever a person says to be, with a user name made of the whole address: it is theirs alone. */
export function otherAccount({ email, name }: OtherAccount): GithubAccount {
  return {
    login: email
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
    name: name || null,
    publicEmail: null,
    emails: [{ email, primary: true, verified: true, visibility: 'private' }],
    about: '',
  }
}

export function accountByEmail(email: string): GithubAccount | undefined {
  const wanted = email.toLowerCase()
  return githubAccounts.find(({ emails }) => emails.some((one) => one.email === wanted))
}

/** The number of an account: the same for a user name in every run. */
export function idOf({ login }: GithubAccount): number {
  return 1_000_000 + createHash('sha256').update(login).digest().readUIntBE(0, 3)
}
