import type { Account } from '@freehub/contract/identity/calls'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../identity/session.ts'
import { refetchIdentity } from './account-query.ts'

/** Refetches the session when the account has a new email, confirmed perhaps in another window. */
export function useSyncSessionEmail(account: Account | undefined): void {
  const client = useQueryClient()
  const session = useSession()
  const sessionEmail = session.status === 'signedIn' ? session.user.email : undefined
  const accountEmail = account?.email

  useEffect(() => {
    if (sessionEmail && accountEmail && sessionEmail !== accountEmail) void refetchIdentity(client)
  }, [sessionEmail, accountEmail, client])
}
