import { searchOf } from '../../../api/turn.ts'
import { PageTurns } from '../../../ui/lists/page-turns.tsx'
import type { OrdersPage } from '../staff/all-orders-list.ts'
import type { OrdersWanted } from './orders-wanted.ts'

/** The ways to the pages of these orders around this one. */
export function OrdersPages({ wanted, page }: { wanted: OrdersWanted; page: OrdersPage }) {
  return <PageTurns of="orders" page={page} to={(turn) => searchOf({ ...wanted, ...turn })} />
}
