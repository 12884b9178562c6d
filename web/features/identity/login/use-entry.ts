import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../paths.ts'
import { isWayIn, keepReturnAddress, takeReturnAddress } from '../return-address.ts'
import { type Session, useSession } from '../session.ts'
import type { Entry } from './sign-in.ts'

/** On the screens of the ways in: whoever is signed in goes on to where he was. */
export function useGoingOn(): Session['status'] {
  const { status } = useSession()
  const navigate = useNavigate()

  useEffect(() => {
    if (status === 'signedIn') void navigate(takeReturnAddress(), { replace: true })
  }, [status, navigate])

  return status
}

/** Leads on whom the second factor is asked of. Who is in goes on by himself. */
export function useEntry(): (entry: Entry | undefined) => void {
  const navigate = useNavigate()
  return (entry) => {
    if (entry !== 'secondFactor') return
    // A window at a provider can come to its end while one reads on elsewhere.
    const { pathname, search } = location
    if (!isWayIn(pathname)) keepReturnAddress(pathname + search)
    void navigate(paths.secondFactor)
  }
}
