import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { type IdentityError, identityErrorFromCode } from '../identity-errors.ts'
import type { Session } from '../session.ts'
import { notifyTabs } from '../tabs.ts'

/**
 * Handles the return from a provider's page: notifies the other tabs after a sign-in, or reports the
 * error and removes it from the URL.
 */
export function useProviderResult(
  status: Session['status'],
  onRefused: (error: IdentityError) => void,
): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const error = search.get('error')
  const isBack = search.has('from')

  useEffect(() => {
    if (error === null) return
    onRefused(identityErrorFromCode(error))
    void navigate(paths.login, { replace: true })
  }, [error, onRefused, navigate])

  useEffect(() => {
    if (isBack && status === 'signedIn') notifyTabs('signedIn')
  }, [isBack, status])
}
