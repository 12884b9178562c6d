import type { OrderHistory } from '@freehub/contract/orders/orders'
import { use, useId } from 'react'
import { Link } from 'react-router'
import { lazyStaffModule } from '../../../api/lazy-staff-module.ts'
import { paths } from '../../../paths.ts'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { PartName } from '../../catalog/part-name.tsx'
import type { SessionUser } from '../../identity/session.ts'
import { listCustomerDocuments } from '../documents/list-documents.ts'
import { OrderDocuments } from '../documents/order-documents.tsx'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { OrderData } from './order-data.tsx'
import { OrderDrawing } from './order-drawing.tsx'
import { type OrderDialog, OrderStatusPanel } from './order-status-panel.tsx'
import { OrderTimeline } from './order-timeline.tsx'

const loadStaffTools = lazyStaffModule(() => import('../staff/staff-order-tools.tsx'))

interface OrderSheetProps {
  order: OrderHistory
  clockOffsetMs: number
  viewer: SessionUser
}

/** The order page: state, actions, data, documents and timeline; for staff also the payments. */
export function OrderSheet({ order, clockOffsetMs, viewer }: OrderSheetProps) {
  const headingId = useId()
  const confirmation = useConfirmation<OrderDialog>()
  const { item: openDialog, refusal, heading, dialog } = confirmation
  const staff = viewer.admin ? use(loadStaffTools()) : null
  const list = staff?.list ?? { to: paths.myOrders, name: 'My Orders' }

  return (
    <>
      <PageHead title={`Order: ${order.productName}`} />
      <nav className="dash-way" aria-label="Breadcrumb">
        <Link to={list.to}>{list.name}</Link>
      </nav>
      <div className="dash-head">
        <h1 id={headingId} ref={heading} tabIndex={-1}>
          <PartName name={order.productName} />
        </h1>
        <StatusBadge status={order.stage} />
      </div>
      {refusal && <Notice text={refusal} />}
      <div className="order">
        <OrderStatusPanel
          order={order}
          clockOffsetMs={clockOffsetMs}
          isOwn={order.email === viewer.email}
          describedBy={headingId}
          onOpenDialog={confirmation.open}
          onRefused={confirmation.setRefusal}
        >
          {staff && (
            <staff.StaffActions
              order={order}
              describedBy={headingId}
              onOpenDialog={confirmation.open}
              onShipped={() => heading.current?.focus()}
              onRefused={confirmation.setRefusal}
            />
          )}
        </OrderStatusPanel>
        <OrderDrawing order={order} />
        <div>
          <OrderData order={order} />
          <OrderDocuments
            orderId={order._id}
            documents={[
              ...listCustomerDocuments(order),
              ...(staff?.listStaffDocuments(order) ?? []),
            ]}
          />
        </div>
      </div>
      <div className="order-story">
        <OrderTimeline order={order} customer={staff ? order.name : null} />
        {staff && <staff.ProviderEvents orderId={order._id} />}
      </div>
      {staff && <staff.PaymentsPanel orderId={order._id} />}
      {openDialog === 'cancel' && <CancelOrderDialog order={order} {...dialog} />}
      {staff && <staff.StaffDialogs order={order} openDialog={openDialog} callbacks={dialog} />}
      {openDialog === 'extend' && order.extendableTo && (
        <ExtendDialog orderId={order._id} extendedUntil={order.extendableTo} {...dialog} />
      )}
    </>
  )
}
