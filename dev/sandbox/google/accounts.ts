import { createHash } from 'node:crypto'
import type { OtherAccount } from '../sign-in/account-page.ts'

export type GoogleAccount = {
  email: string
  /** Empty where the provider does not tell. */
  name: string
  emailVerified: boolean
  /** The path of the picture, or null. */
  picture: string | null
  /** What there is to try with this one. */
  about: string
}

/** Who can sign in at one press. */
export const googleAccounts: GoogleAccount[] = [
  {
    email: 'grace.porter@gmail.example',
    name: 'Grace Porter',
    emailVerified: true,
    picture: '/google/pictures/grace-porter.svg',
    about: 'Has a picture',
  },
  {
    email: 'ben.okafor@workshop.example',
    name: 'Ben Okafor',
    emailVerified: true,
    picture: null,
    about: 'Has no picture',
  },
  {
    email: 'una@unverified.example',
    name: 'Unverified Una',
    emailVerified: false,
    picture: '/google/pictures/unverified-una.svg',
    about: 'Never verified the email address',
  },
]

/** Whoever a person says to be: verified, as addresses of the provider's own are. */
export function otherAccount({ email, name }: OtherAccount): GoogleAccount {
  return { email, name, emailVerified: true, picture: null, about: '' }
}

/** 21 digits that are the same for an address in every run, however it is written. */
export function subjectOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return `1${(BigInt(`0x${hash}`) % 10n ** 20n).toString().padStart(20, '0')}`
}

/** The claims under the names that Google gives them; what it does not know is left out. */
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
