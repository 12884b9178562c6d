import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { type IdentityError, identityError } from '../identity-errors.ts'
import type { Session } from '../session.ts'
import { tellTabs } from '../tabs.ts'

/**
 * Whoever signed in on a provider's page comes back to the login: let in, which the other tabs are
 * told, or refused, which is said here. The address then says no more of it.
 */
export function useReturnFromProvider(
  status: Session['status'],
  onRefused: (error: IdentityError) => void,
): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const error = search.get('error')
  const isBack = search.has('from')

  useEffect(() => {
    if (error === null) return
    onRefused(identityError(error))
    void navigate(paths.login, { replace: true })
  }, [error, onRefused, navigate])

  useEffect(() => {
    if (isBack && status === 'signedIn') tellTabs('signedIn')
  }, [isBack, status])
}
