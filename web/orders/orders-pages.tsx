import { searchOf } from '../api/turn.ts'
import { PageTurns } from '../ui/page-turns.tsx'
import type { OrdersWanted } from './orders-wanted.ts'
import type { OrdersPage } from './staff/all-orders-list.ts'

/** The ways to the pages of these orders around this one. */
export function OrdersPages({ wanted, page }: { wanted: OrdersWanted; page: OrdersPage }) {
  return <PageTurns of="orders" page={page} to={(turn) => searchOf({ ...wanted, ...turn })} />
}
