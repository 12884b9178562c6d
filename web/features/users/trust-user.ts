import type { ReleaseResult } from '@freehub/contract/orders/orders'
import type { ListedUser } from '@freehub/contract/users/user-schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { formatError } from '../../api/call-error.ts'
import { pluralize } from '../../api/format-count.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { refetchParts } from '../catalog/refetch-parts.ts'
import { ORDERS_QUERY_KEY } from '../orders/list/orders-queries.ts'
import { refetchUsers } from './users-list.ts'

interface Callbacks {
  onDone: () => void
  onRefused: (message: string) => void
}

const userPath = ({ email }: ListedUser, rest: string) =>
  `/api/users/${encodeURIComponent(email)}/${rest}`

/** Lifts the limits on unpaid orders of a new customer, or sets them again. Users are refetched. */
export function useTrustUser(isTrusted: boolean, { onDone, onRefused }: Callbacks) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user: ListedUser) => call(isTrusted ? 'DELETE' : 'PUT', userPath(user, 'trust')),
    networkMode: 'always',
    onSuccess: () => {
      void showToast(isTrusted ? 'Customer no longer trusted' : 'Customer trusted')
      onDone()
    },
    onError: (error, { email }) =>
      onRefused(`Nothing was changed for ${email}. ${formatError(error)}`),
    onSettled: () => refetchUsers(client),
  })
}

/** Cancels all unpaid orders of a customer. Users, orders and parts are refetched. */
export function useReleaseReservations({ onDone, onRefused }: Callbacks) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user: ListedUser) =>
      call<ReleaseResult>('POST', userPath(user, 'release-reservations')),
    networkMode: 'always',
    onSuccess: ({ cancelled, notCancelled }) => {
      const summary = `${pluralize(cancelled, 'order', 'orders')} cancelled`
      void showToast(summary)
      if (notCancelled === 0) onDone()
      else {
        const remaining = pluralize(notCancelled, 'order', 'orders')
        onRefused(
          `${summary}. ${remaining} could not be cancelled: a payment is being processed, or the card provider is unavailable. Try again in a minute.`,
        )
      }
    },
    onError: (error, { email }) =>
      onRefused(`Not all orders of ${email} were cancelled. ${formatError(error)}`),
    onSettled: () => {
      refetchUsers(client)
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      refetchParts(client)
    },
  })
}
