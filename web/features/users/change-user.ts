import type { ReleaseResult } from '@freehub/contract/orders/orders'
import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatError } from '../../api/call-error.ts'
import { pluralize } from '../../api/format-count.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { refetchParts } from '../catalog/refetch-parts.ts'
import { useSession } from '../identity/session.ts'
import { ORDERS_QUERY_KEY } from '../orders/list/orders-queries.ts'
import { refetchUsers, updateCachedUser } from './users-list.ts'

export interface ChangeCallbacks {
  onDone: () => void
  onRefused: (message: string) => void
}

interface UserChange<Result> {
  change: (user: ListedUser) => Promise<Result>
  onSuccess: (result: Result, user: ListedUser, client: QueryClient) => void
  /** States what was not done. The reason is appended. */
  describeFailure: (user: ListedUser) => string
  onRefused: ChangeCallbacks['onRefused']
  /** Refetches what the change affects, also after errors. */
  refetch?: (client: QueryClient, user: ListedUser, error: Error | null) => void
}

/** Returns a mutation that changes a user, one change at a time. */
function useUserChange<Result>(options: UserChange<Result>) {
  const { change, onSuccess, describeFailure, onRefused, refetch = refetchUsers } = options
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: change,
    networkMode: 'always',
    onSuccess: (result, user) => onSuccess(result, user, client),
    onError: (error, user) => onRefused(`${describeFailure(user)} ${formatError(error)}`),
    onSettled: (_result, error, user) => refetch(client, user, error),
  })
  return { mutate: useMutateOnce(mutate), isPending }
}

const adminPath = ({ email }: ListedUser) => `/user/admin/${encodeURIComponent(email)}`
const userPath = ({ email }: ListedUser, rest: string) =>
  `/api/users/${encodeURIComponent(email)}/${rest}`

export function useMakeAdmin({ onDone, onRefused }: ChangeCallbacks) {
  return useUserChange({
    change: (user) => call<{ modifiedCount: number }>('PUT', adminPath(user)),
    onSuccess({ modifiedCount }, { _id, email }, client) {
      if (modifiedCount === 0) return onRefused(`${email} is already an admin or no longer exists.`)
      onDone()
      updateCachedUser(client, _id, { role: 'admin' })
      void showToast('Successfully made an admin')
    },
    describeFailure: ({ email }) => `${email} was not made an admin.`,
    onRefused,
  })
}

export function useRemoveAdmin({ onDone, onRefused }: ChangeCallbacks) {
  const session = useSession()
  const isSelf = ({ email }: ListedUser) =>
    session.status === 'signedIn' && session.user.email === email

  return useUserChange({
    change: (user) => call<{ modifiedCount: number }>('DELETE', adminPath(user)),
    onSuccess({ modifiedCount }, user, client) {
      // Reloads outside the staff screens. Their queries would be refused and force a sign-out.
      if (isSelf(user)) return location.assign(paths.myProfile)
      if (modifiedCount === 0)
        return onRefused(`${user.email} is not an admin any more or no longer exists.`)
      updateCachedUser(client, user._id, { role: 'customer' })
      void showToast('Admin access removed')
      onDone()
    },
    describeFailure: ({ email }) => `${email} is still an admin.`,
    onRefused,
    refetch(client, user, error) {
      if (error || !isSelf(user)) refetchUsers(client)
    },
  })
}

export function useBanUser(reason: string, callbacks: ChangeCallbacks) {
  return useSetBanned({ banned: true, reason }, callbacks)
}

export function useUnbanUser(callbacks: ChangeCallbacks) {
  return useSetBanned({ banned: false }, callbacks)
}

function useSetBanned(
  { banned, reason }: { banned: boolean; reason?: string },
  { onDone, onRefused }: ChangeCallbacks,
) {
  return useUserChange({
    change: (user) =>
      banned
        ? call('PUT', userPath(user, 'ban'), { body: { reason } })
        : call('DELETE', userPath(user, 'ban')),
    onSuccess(_result, { _id }, client) {
      const change = { banned, banReason: reason ?? null, bannedBy: null, bannedAt: null }
      updateCachedUser(client, _id, change)
      void showToast(banned ? 'User banned' : 'User unbanned')
      onDone()
    },
    describeFailure: ({ email }) => `${email} was not ${banned ? 'banned' : 'unbanned'}.`,
    onRefused,
  })
}

/** Lifts the limits on unpaid orders of a new customer, or sets them again. */
export function useTrustUser(isTrusted: boolean, { onDone, onRefused }: ChangeCallbacks) {
  return useUserChange({
    change: (user) => call(isTrusted ? 'DELETE' : 'PUT', userPath(user, 'trust')),
    onSuccess() {
      void showToast(isTrusted ? 'Customer no longer trusted' : 'Customer trusted')
      onDone()
    },
    describeFailure: ({ email }) => `Nothing was changed for ${email}.`,
    onRefused,
  })
}

export function useReleaseReservations({ onDone, onRefused }: ChangeCallbacks) {
  return useUserChange({
    change: (user) => call<ReleaseResult>('POST', userPath(user, 'release-reservations')),
    onSuccess({ cancelled, notCancelled }) {
      const summary = `${pluralize(cancelled, 'order', 'orders')} cancelled`
      void showToast(summary)
      if (notCancelled === 0) return onDone()
      const remaining = pluralize(notCancelled, 'order', 'orders')
      onRefused(
        `${summary}. ${remaining} could not be cancelled: a payment is being processed, or the card provider is unavailable. Try again in a minute.`,
      )
    },
    describeFailure: ({ email }) => `Not all orders of ${email} were cancelled.`,
    onRefused,
    refetch(client) {
      refetchUsers(client)
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      refetchParts(client)
    },
  })
}
