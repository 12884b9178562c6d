import type { Released } from '@freehub/contract/orders/orders'
import type { ListedUser } from '@freehub/contract/users/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { sentenceOf } from '../../api/call-error.ts'
import { counted } from '../../api/counted.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { readPartsAnew } from '../catalog/read-parts-anew.ts'
import { ORDERS_QUERY_KEY } from '../orders/list/orders-list.ts'
import { readUsersAnew } from './users-list.ts'

interface Outcome {
  onDone: () => void
  onRefused: (why: string) => void
}

const pathOf = ({ email }: ListedUser, rest: string) =>
  `/api/users/${encodeURIComponent(email)}/${rest}`

/** Lifts the limits on unpaid orders of a new customer, or sets them again. Users are refetched. */
export function useTrustUser(isTrusted: boolean, { onDone, onRefused }: Outcome) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user: ListedUser) => call(isTrusted ? 'DELETE' : 'PUT', pathOf(user, 'trust')),
    networkMode: 'always',
    onSuccess: () => {
      void showToast(isTrusted ? 'Trust taken back' : 'Customer trusted')
      onDone()
    },
    onError: (error, { email }) =>
      onRefused(`Nothing was changed for ${email}. ${sentenceOf(error)}`),
    onSettled: () => readUsersAnew(client),
  })
}

/** Cancels all unpaid orders of a customer. Users, orders and parts are refetched. */
export function useReleaseReservations({ onDone, onRefused }: Outcome) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (user: ListedUser) => call<Released>('POST', pathOf(user, 'release-reservations')),
    networkMode: 'always',
    onSuccess: ({ cancelled, notCancelled }) => {
      const done = `${counted(cancelled, 'order', 'orders')} cancelled`
      void showToast(done)
      if (notCancelled === 0) onDone()
      else {
        const left = counted(notCancelled, 'order', 'orders')
        onRefused(
          `${done}, ${left} not: a payment is being processed, or the card provider does not answer. Try again in a minute.`,
        )
      }
    },
    onError: (error, { email }) =>
      onRefused(`The orders of ${email} were not all cancelled. ${sentenceOf(error)}`),
    onSettled: () => {
      readUsersAnew(client)
      void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
      readPartsAnew(client)
    },
  })
}
