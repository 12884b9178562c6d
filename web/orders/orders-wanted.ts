import type { OrderStatus, OrdersSort } from '@freehub/contract/orders'

/** Which of all orders one wants to see, in which order, and which page of them; '' is not said. */
export interface OrdersWanted {
  status: OrderStatus | ''
  search: string
  sort: OrdersSort | ''
  /** The page after the order with this id, or before it, or the last one; none of them: the first. */
  after: string
  before: string
  last: 'true' | ''
}

const STATUSES: readonly OrderStatus[] = ['Pending', 'Paid', 'Shipped']
const SORTS: readonly OrdersSort[] = ['newest', 'oldest', 'dearest', 'cheapest']

/** What the address says; what makes no sense there is as if it were not said. */
export function readWanted(params: URLSearchParams): OrdersWanted {
  const said = (name: string) => params.get(name) ?? ''
  return {
    status: STATUSES.find((status) => status === said('status')) ?? '',
    search: said('search').trim(),
    sort: SORTS.find((sort) => sort === said('sort')) ?? '',
    ...readPlace(said),
  }
}

/** Of places that contradict each other the first counts. */
function readPlace(said: (name: string) => string) {
  const first = { after: '', before: '', last: '' } as const
  if (isId(said('after'))) return { ...first, after: said('after') }
  if (isId(said('before'))) return { ...first, before: said('before') }
  return said('last') === 'true' ? { ...first, last: 'true' as const } : first
}

/** The first page of the same orders: where one is after asking for others. */
export function firstPage(wanted: OrdersWanted): OrdersWanted {
  return { ...wanted, after: '', before: '', last: '' }
}

export function isFirstPage({ after, before, last }: OrdersWanted): boolean {
  return !after && !before && !last
}

/** The page of the same orders that the shop names by the address of a call. */
export function pageNamed(wanted: OrdersWanted, address: string): OrdersWanted {
  const { after, before, last } = readWanted(new URL(address, 'http://shop').searchParams)
  return { ...wanted, after, before, last }
}

/** The address's query for these orders: `?status=Paid`, or `?` for the first page of all of them. */
export function searchOf(wanted: OrdersWanted): string {
  return `?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ''))}`
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
