import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { consumeReturnPath, isLoginPath, saveReturnPath } from '../return-path.ts'
import { type Session, useSession } from '../session.ts'
import type { SignInResult } from './sign-in.ts'

/** Sends signed-in users back to the page from which they came. Returns the session's status. */
export function useRedirectSignedIn(): Session['status'] {
  const { status } = useSession()
  const navigate = useNavigate()

  useEffect(() => {
    if (status === 'signedIn') void navigate(consumeReturnPath(), { replace: true })
  }, [status, navigate])

  return status
}

/** Returns a function that opens the second step if needed. `useRedirectSignedIn` handles a complete sign-in. */
export function useSignInResultHandler(): (result: SignInResult | undefined) => void {
  const navigate = useNavigate()
  return (result) => {
    if (result !== 'secondFactor') return
    // A provider's popup can finish while the user is on another page.
    const { pathname, search } = location
    if (!isLoginPath(pathname)) saveReturnPath(pathname + search)
    void navigate(paths.secondFactor)
  }
}
