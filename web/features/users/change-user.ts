import type { ReleaseResult } from '@freehub/contract/orders/orders'
import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { call } from '../../api/call.ts'
import { pluralize } from '../../api/format-count.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { type ActionCallbacks, useAction } from '../../ui/dialogs/use-action.ts'
import { useSession } from '../identity/session.ts'
import { refetchOrdersAndParts } from '../orders/list/orders-queries.ts'
import { refetchUsers, updateCachedUser } from './users-list.ts'

const adminPath = ({ email }: ListedUser) => `/user/admin/${encodeURIComponent(email)}`
const userPath = ({ email }: ListedUser, rest: string) =>
  `/api/users/${encodeURIComponent(email)}/${rest}`

export function useMakeAdmin(user: ListedUser, callbacks: ActionCallbacks) {
  return useAction(
    {
      send: () => call<{ modifiedCount: number }>('PUT', adminPath(user)),
      getRefusal: ({ modifiedCount }) =>
        modifiedCount === 0 && `${user.email} is already an admin or no longer exists.`,
      updateCache(client, { modifiedCount }) {
        if (modifiedCount > 0) updateCachedUser(client, user._id, { role: 'admin' })
      },
      toast: 'Successfully made an admin',
      failure: `${user.email} was not made an admin.`,
      refetch: refetchUsers,
    },
    callbacks,
  )
}

export function useRemoveAdmin(user: ListedUser, callbacks: ActionCallbacks) {
  const session = useSession()
  const isSelf = session.status === 'signedIn' && session.user.email === user.email
  return useAction(
    {
      async send() {
        const result = await call<{ modifiedCount: number }>('DELETE', adminPath(user))
        // Queries of the staff screens would now be refused and force a sign-out: load another page.
        return isSelf ? leave(paths.myProfile) : result
      },
      getRefusal: ({ modifiedCount }) =>
        modifiedCount === 0 && `${user.email} is not an admin any more or no longer exists.`,
      updateCache(client, { modifiedCount }) {
        if (modifiedCount > 0) updateCachedUser(client, user._id, { role: 'customer' })
      },
      toast: 'Admin access removed',
      failure: `${user.email} is still an admin.`,
      refetch: refetchUsers,
    },
    callbacks,
  )
}

/** Loads a page. The promise stays pending, because this page is about to end. */
function leave(path: string): Promise<never> {
  location.assign(path)
  return new Promise(() => {})
}

export function useBanUser(user: ListedUser, reason: string, callbacks: ActionCallbacks) {
  return useAction(
    {
      send: () => call('PUT', userPath(user, 'ban'), { body: { reason } }),
      updateCache: (client) =>
        updateCachedUser(client, user._id, { ...NO_BAN, banned: true, banReason: reason }),
      toast: 'User banned',
      failure: `${user.email} was not banned.`,
      refetch: refetchUsers,
    },
    callbacks,
  )
}

export function useUnbanUser(user: ListedUser, callbacks: ActionCallbacks) {
  return useAction(
    {
      send: () => call('DELETE', userPath(user, 'ban')),
      updateCache: (client) => updateCachedUser(client, user._id, NO_BAN),
      toast: 'User unbanned',
      failure: `${user.email} was not unbanned.`,
      refetch: refetchUsers,
    },
    callbacks,
  )
}

const NO_BAN = { banned: false, banReason: null, bannedBy: null, bannedAt: null }

/** Lifts the limits on unpaid orders of a new customer, or sets them again. */
export function useTrustUser(user: ListedUser, isTrusted: boolean, callbacks: ActionCallbacks) {
  return useAction(
    {
      send: () => call(isTrusted ? 'DELETE' : 'PUT', userPath(user, 'trust')),
      toast: isTrusted ? 'Customer no longer trusted' : 'Customer trusted',
      failure: `Nothing was changed for ${user.email}.`,
      refetch: refetchUsers,
    },
    callbacks,
  )
}

export function useReleaseReservations(user: ListedUser, callbacks: ActionCallbacks) {
  const describe = ({ cancelled }: ReleaseResult) =>
    `${pluralize(cancelled, 'order', 'orders')} cancelled`
  return useAction(
    {
      async send() {
        const result = await call<ReleaseResult>('POST', userPath(user, 'release-reservations'))
        void showToast(describe(result))
        return result
      },
      getRefusal: (result) =>
        result.notCancelled > 0 &&
        `${describe(result)}. ${pluralize(result.notCancelled, 'order', 'orders')} could not be cancelled: a payment is being processed, or the card provider is unavailable. Try again in a minute.`,
      failure: `Not all orders of ${user.email} were cancelled.`,
      refetch(client) {
        refetchUsers(client)
        refetchOrdersAndParts(client)
      },
    },
    callbacks,
  )
}
