import { pluralize } from '@freehub/contract/money'
import type { ReleaseResult } from '@freehub/contract/orders/orders'
import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { call } from '../../api/call.ts'
import { ensureDone, sendAgainIfUnknown } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import type { Action } from '../../ui/dialogs/use-action.ts'
import { refetchOrdersAndParts } from '../orders/list/orders-queries.ts'
import { refetchUsers, updateCachedUser } from './users-queries.ts'

const adminPath = ({ email }: ListedUser) => `/user/admin/${encodeURIComponent(email)}`
const userPath = ({ email }: ListedUser, rest: string) =>
  `/api/users/${encodeURIComponent(email)}/${rest}`

export const makeAdmin = (user: ListedUser): Action<{ modifiedCount: number }> => ({
  send: () =>
    ensureDone<{ modifiedCount: number }>(
      () => call('PUT', adminPath(user)),
      async (secondResponse) => {
        if (secondResponse.modifiedCount > 0) return secondResponse
        const { admin } = await call<{ admin: boolean }>('GET', adminPath(user))
        return { modifiedCount: Number(admin) }
      },
    ),
  getRefusal: ({ modifiedCount }) =>
    modifiedCount === 0 && `${user.email} is already an admin, is banned or no longer exists.`,
  updateCache(client, { modifiedCount }) {
    if (modifiedCount > 0) updateCachedUser(client, user._id, { role: 'admin' })
  },
  toast: 'Successfully made an admin',
  failure: `${user.email} was not made an admin.`,
  refetch: refetchUsers,
})

/** Removes the admin role. Users who remove their own role leave the screens of staff. */
export const removeAdmin = (
  user: ListedUser,
  isSelf: boolean,
): Action<{ modifiedCount: number }> => ({
  async send() {
    const remove = () => call<{ modifiedCount: number }>('DELETE', adminPath(user))
    const result = await ensureDone(remove, { modifiedCount: 1 })
    // Leave the staff screens: their next query would be refused, and that would sign the user out.
    return isSelf ? leave(paths.myProfile) : result
  },
  getRefusal: ({ modifiedCount }) =>
    modifiedCount === 0 && `${user.email} is not an admin any more or no longer exists.`,
  updateCache(client, { modifiedCount }) {
    if (modifiedCount > 0) updateCachedUser(client, user._id, { role: 'customer' })
  },
  toast: 'Admin access removed',
  failure: `The admin access of ${user.email} was not removed.`,
  refetch: refetchUsers,
})

/** Loads a page. The promise never resolves, because this page is about to end. */
function leave(path: string): Promise<never> {
  location.assign(path)
  return new Promise(() => {})
}

/** Bans a user. The result is the reason, or an empty text if the user was already banned. */
export const banUser = (user: ListedUser): Action<string, string> => ({
  async send(reason) {
    const { modifiedCount } = await ensureDone(
      () => call<{ modifiedCount: number }>('PUT', userPath(user, 'ban'), { body: { reason } }),
      { modifiedCount: 1 },
    )
    return modifiedCount > 0 ? reason : ''
  },
  getRefusal: (reason) => reason === '' && `${user.email} was already banned.`,
  updateCache(client, banReason) {
    if (banReason) updateCachedUser(client, user._id, { ...NO_BAN, banned: true, banReason })
  },
  toast: 'User banned',
  failure: `${user.email} was not banned.`,
  refetch: refetchUsers,
})

export const unbanUser = (user: ListedUser): Action<unknown> => ({
  send: () => sendAgainIfUnknown(() => call('DELETE', userPath(user, 'ban'))),
  updateCache: (client) => updateCachedUser(client, user._id, NO_BAN),
  toast: 'User unbanned',
  failure: `${user.email} was not unbanned.`,
  refetch: refetchUsers,
})

const NO_BAN = { banned: false, banReason: null, bannedBy: null, bannedAt: null }

/** Exempts a customer from the limits for new customers, or removes the exemption. */
export const toggleTrust = (user: ListedUser, isTrusted: boolean): Action<unknown> => ({
  send: () => sendAgainIfUnknown(() => call(isTrusted ? 'DELETE' : 'PUT', userPath(user, 'trust'))),
  toast: isTrusted ? 'Customer no longer trusted' : 'Customer trusted',
  failure: `${user.email} was not changed.`,
  refetch: refetchUsers,
})

/** Cancels all unpaid orders of a customer. The action is refused if some orders could not be cancelled. */
export const releaseReservations = (user: ListedUser): Action<ReleaseResult> => ({
  async send() {
    const result = await call<ReleaseResult>('POST', userPath(user, 'release-reservations'))
    void showToast(describeRelease(result))
    return result
  },
  getRefusal: (result) =>
    result.notCancelled > 0 &&
    `${describeRelease(result)}. ${pluralize(result.notCancelled, 'order', 'orders')} could not be cancelled: a payment is being processed, or the card provider is unavailable. Try again in a minute.`,
  failure: `The unpaid orders of ${user.email} were not cancelled.`,
  refetch(client) {
    refetchUsers(client)
    refetchOrdersAndParts(client)
  },
})

function describeRelease({ cancelled }: ReleaseResult): string {
  return `${pluralize(cancelled, 'order', 'orders')} cancelled`
}
