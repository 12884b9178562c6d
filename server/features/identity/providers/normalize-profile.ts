import { isEmail } from '@freehub/contract/email'
import { PERSON_NAME_LENGTH, URL_LENGTH } from '@freehub/contract/limits'

/** A user's unchecked profile from a provider. */
export interface ProviderProfile {
  /** The provider's permanent id of the user. */
  id: string
  email?: unknown
  emailVerified: boolean
  name?: unknown
  image?: unknown
}

/** Applies the shop's sign-up rules to a provider's profile. Removes an invalid email or image. */
export function normalizeProfile(profile: ProviderProfile, providerUrl: string) {
  const { id, emailVerified } = profile
  const email = typeof profile.email === 'string' && isEmail(profile.email) ? profile.email : null
  return {
    id,
    email,
    emailVerified,
    name: normalizeName(profile.name) || normalizeName(email?.split('@')[0]),
    ...(isAllowedImageUrl(profile.image, providerUrl) && { image: profile.image }),
  }
}

function normalizeName(text: unknown): string {
  if (typeof text !== 'string') return ''
  return [...text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()]
    .slice(0, PERSON_NAME_LENGTH)
    .join('')
    .trim()
}

/** Allows HTTP only for the host of the provider: the providers of the sandbox use HTTP. */
function isAllowedImageUrl(url: unknown, providerUrl: string): url is string {
  if (typeof url !== 'string' || url.length > URL_LENGTH || !URL.canParse(url)) return false
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' || origin === new URL(providerUrl).origin
}
