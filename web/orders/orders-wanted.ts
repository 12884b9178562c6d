import type { OrderStatus } from '@freehub/contract/orders'

/** Which of all orders one wants to see. */
export interface OrdersWanted {
  search: string
  status: OrderStatus | ''
}

const STATUSES: readonly string[] = ['Pending', 'Paid', 'Shipped'] satisfies OrderStatus[]

/** What the address says; what makes no sense there is as if it were not said. */
export function readWanted(params: URLSearchParams): OrdersWanted {
  const status = params.get('status') ?? ''
  return { search: params.get('search')?.trim() ?? '', status: isStatus(status) ? status : '' }
}

/** The address's query for these orders: `?status=Paid`, or `?` for all of them. */
export function searchOf({ search, status }: OrdersWanted): string {
  const said = Object.entries({ status, search }).filter(([, value]) => value !== '')
  return `?${new URLSearchParams(said)}`
}

function isStatus(text: string): text is OrderStatus {
  return STATUSES.includes(text)
}
