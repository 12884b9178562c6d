import type { Account } from '@freehub/contract/identity/account'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../identity/session.ts'
import { readPersonAnew } from './account-query.ts'

/** An email that was changed by a link, perhaps in another window, is the session's too from now on. */
export function usePersonInStep(account: Account | undefined): void {
  const client = useQueryClient()
  const session = useSession()
  const known = session.status === 'signedIn' ? session.user.email : undefined
  const is = account?.email

  useEffect(() => {
    if (known && is && known !== is) void readPersonAnew(client)
  }, [known, is, client])
}
