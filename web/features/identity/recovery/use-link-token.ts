import { useSearchParams } from 'react-router'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { IdentityError, identityErrorFromCode } from '../identity-errors.ts'

/**
 * Reads the token of an emailed link from the URL, or the reason why the link is invalid. Both are
 * null until hydration, because the server-rendered page is the same for all users.
 */
export function useLinkToken(): { token: string | null; refusal: IdentityError | null } {
  const [search] = useSearchParams()
  if (!useHydrated()) return { token: null, refusal: null }
  const error = search.get('error')
  const token = search.get('token')
  if (error !== null) return { token: null, refusal: identityErrorFromCode(error) }
  return { token, refusal: token ? null : new IdentityError('link-expired') }
}
