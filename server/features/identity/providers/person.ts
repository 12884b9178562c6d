import { isEmail } from '@freehub/contract/email'
import { PERSON_NAME_LENGTH, URL_LENGTH } from '@freehub/contract/limits'

/** Whom a provider says somebody is, before the shop's own rules. */
export interface ProviderProfile {
  /** The provider's own id of him, which never changes. */
  id: string
  email?: unknown
  emailVerified: boolean
  name?: unknown
  image?: unknown
}

/**
 * A provider's profile by the rules that the shop has for people who sign up here: an e-mail of
 * the contract's pattern or none, a name of one line, a picture by https or from the provider.
 */
export function personOf(profile: ProviderProfile, providerUrl: string) {
  const { id, emailVerified } = profile
  const email = typeof profile.email === 'string' && isEmail(profile.email) ? profile.email : null
  return {
    id,
    email,
    emailVerified,
    name: nameOf(profile.name) || nameOf(email?.split('@')[0]),
    ...(isPicture(profile.image, providerUrl) && { image: profile.image }),
  }
}

function nameOf(text: unknown): string {
  if (typeof text !== 'string') return ''
  return [...text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()]
    .slice(0, PERSON_NAME_LENGTH)
    .join('')
    .trim()
}

function isPicture(address: unknown, providerUrl: string): address is string {
  if (typeof address !== 'string' || address.length > URL_LENGTH || !URL.canParse(address))
    return false
  const { protocol, origin } = new URL(address)
  return protocol === 'https:' || origin === new URL(providerUrl).origin
}
