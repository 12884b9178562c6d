import type { OrderHistory } from '@freehub/contract/orders/orders'
import { paths } from '../../../paths.ts'
import { RefundDialog } from '../../payments/staff/refund-dialog.tsx'
import type { OrderDocument } from '../documents/list-documents.ts'
import type { OrderDialog } from '../order/order-status-panel.tsx'
import { TrackingDialog } from './tracking-dialog.tsx'

/** The staff-only components of the order page. Customers' browsers never load this module. */
export { PaymentsPanel } from '../../payments/staff/payments-panel.tsx'
export { ProviderEvents } from '../../payments/staff/provider-events.tsx'
export { StaffActions } from './staff-actions.tsx'

/** Breadcrumb of the order page. */
export const list = { to: paths.manageOrders, name: 'Manage All Orders' }

interface StaffDialogsProps {
  order: OrderHistory
  openDialog: OrderDialog | null
  callbacks: { onDone: () => void; onRefused: (reason: string) => void; onClose: () => void }
}

export function StaffDialogs({ order, openDialog, callbacks }: StaffDialogsProps) {
  if (openDialog === 'refund') return <RefundDialog order={order} {...callbacks} />
  if (openDialog === 'track') return <TrackingDialog order={order} {...callbacks} />
  return null
}

/** The documents that only staff may download. */
export function listStaffDocuments(order: OrderHistory): OrderDocument[] {
  const isPackable = order.stage === 'Paid' || order.stage === 'Shipped'
  return isPackable ? [{ name: 'Packing slip', kind: 'packing-slip', number: null }] : []
}
