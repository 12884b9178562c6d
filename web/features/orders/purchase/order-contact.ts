import type { Order } from '@freehub/contract/orders/orders'
import type { Profile } from '@freehub/contract/users/user-schemas'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../list/orders-list.ts'

export interface OrderContact {
  phone: string
  address: string
}

/** Default phone and address for a new order, from the last order or the profile. */
export const orderContactQuery = (email: string) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'contact', email],
    queryFn: async ({ signal }): Promise<OrderContact> => {
      const client = encodeURIComponent(email)
      const [orders, profile] = await Promise.all([
        call<Order[]>('GET', `/myOrders?client=${client}&size=1`, { signal }),
        call<Profile>('GET', `/user/${client}`, { signal }),
      ])
      const last = orders[0]
      return {
        phone: last?.phone ?? profile.phone,
        address: last?.address ?? profile.address,
      }
    },
    retry: false,
  })
