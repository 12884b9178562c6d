import type { OrderHistory } from '@freehub/contract/orders/orders'
import { paths } from '../../../paths.ts'
import { RefundDialog } from '../../payments/staff/refund-dialog.tsx'
import type { AskedOfOrder } from '../order/order-next.tsx'
import type { OrderPaper } from '../papers/papers-of.ts'
import { TrackingDialog } from './tracking-dialog.tsx'

/** What of an order's screen is the staff's alone: no customer's browser loads it. */
export { PaymentsPanel } from '../../payments/staff/payments-panel.tsx'
export { ProviderEvents } from '../../payments/staff/provider-events.tsx'
export { StaffActions } from './staff-actions.tsx'

/** The list that an order stands in. */
export const list = { to: paths.manageOrders, name: 'Manage All Orders' }

interface StaffDialogsProps {
  order: OrderHistory
  asked: AskedOfOrder | null
  dialog: { onDone: () => void; onRefused: (why: string) => void; onClose: () => void }
}

/** What the staff are asked before it is done. */
export function StaffDialogs({ order, asked, dialog }: StaffDialogsProps) {
  if (asked === 'refund') return <RefundDialog order={order} {...dialog} />
  if (asked === 'track') return <TrackingDialog order={order} {...dialog} />
  return null
}

/** The papers that lie in a parcel. */
export function packersPapers(order: OrderHistory): OrderPaper[] {
  const isToPack = order.stage === 'Paid' || order.stage === 'Shipped'
  return isToPack ? [{ name: 'Packing slip', at: 'packing-slip', number: null }] : []
}
