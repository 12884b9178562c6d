import { createHash } from 'node:crypto'
import type { OtherAccount } from '../sign-in/account-page.ts'

export type GoogleAccount = {
  email: string
  /** The name. Empty if it is not known. */
  name: string
  emailVerified: boolean
  /** The path of the picture. */
  picture: string | null
  /** The special case that this account shows. */
  description: string
}

/** The accounts on the sign-in page. */
export const googleAccounts: GoogleAccount[] = [
  {
    email: 'grace.porter@gmail.example',
    name: 'Grace Porter',
    emailVerified: true,
    picture: '/google/pictures/grace-porter.svg',
    description: 'Has a picture',
  },
  {
    email: 'ben.okafor@workshop.example',
    name: 'Ben Okafor',
    emailVerified: true,
    picture: null,
    description: 'Has no picture',
  },
  {
    email: 'una@unverified.example',
    name: 'Unverified Una',
    emailVerified: false,
    picture: '/google/pictures/unverified-una.svg',
    description: 'Never verified the email address',
  },
]

/** Creates a verified account from user input. */
export function createAccount({ email, name }: OtherAccount): GoogleAccount {
  return { email, name, emailVerified: true, picture: null, description: '' }
}

/** Returns 21 digits that are the same for an email address in every run, regardless of case. */
export function subjectOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return `1${(BigInt(`0x${hash}`) % 10n ** 20n).toString().padStart(20, '0')}`
}

/** Returns Google's claims. Unknown values are omitted. */
export function claimsOf(account: GoogleAccount, origin: string) {
  const [givenName, familyName] = account.name.split(/ (?=\S+$)/)
  return {
    sub: subjectOf(account.email),
    email: account.email,
    email_verified: account.emailVerified,
    name: account.name || undefined,
    given_name: givenName || undefined,
    family_name: familyName,
    picture: account.picture ? origin + account.picture : undefined,
  }
}
