import { useSearchParams } from 'react-router'
import { useAwake } from '../../../ui/use-awake.ts'
import { IdentityError, identityError } from '../identity-errors.ts'

/**
 * What the link of a mail brought: its token, or why it does not work. Neither while the page sleeps,
 * for the server renders it for everybody.
 */
export function useLinkToken(): { token: string | null; refusal: IdentityError | null } {
  const [search] = useSearchParams()
  if (!useAwake()) return { token: null, refusal: null }
  const error = search.get('error')
  const token = search.get('token')
  if (error !== null) return { token: null, refusal: identityError(error) }
  return { token, refusal: token ? null : new IdentityError('link-expired') }
}
