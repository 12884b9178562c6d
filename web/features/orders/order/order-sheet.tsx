import type { OrderHistory } from '@freehub/contract/orders/orders'
import { use, useId } from 'react'
import { Link } from 'react-router'
import { staffCode } from '../../../api/staff-code.ts'
import { paths } from '../../../paths.ts'
import { useConfirming } from '../../../ui/dialogs/use-confirming.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { PartName } from '../../catalog/part-name.tsx'
import type { SessionUser } from '../../identity/session.ts'
import { OrderPapers } from '../papers/order-papers.tsx'
import { papersOf } from '../papers/papers-of.ts'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { OrderData } from './order-data.tsx'
import { OrderDrawing } from './order-drawing.tsx'
import { type AskedOfOrder, OrderNext } from './order-next.tsx'
import { OrderTimeline } from './order-timeline.tsx'

const staffOnOrder = staffCode(() => import('../staff/staff-on-order.tsx'))

interface OrderSheetProps {
  order: OrderHistory
  aheadMs: number
  viewer: SessionUser
}

/** An order: what was ordered, where it stands, what can be done, what happened; for the staff its payments. */
export function OrderSheet({ order, aheadMs, viewer }: OrderSheetProps) {
  const named = useId()
  const asking = useConfirming<AskedOfOrder>()
  const { asked, refusal, heading, dialog } = asking
  const staff = viewer.admin ? use(staffOnOrder()) : null
  const list = staff?.list ?? { to: paths.myOrders, name: 'My Orders' }

  return (
    <>
      <PageHead title={`Order: ${order.productName}`} />
      <nav className="dash-way" aria-label="Breadcrumb">
        <Link to={list.to}>{list.name}</Link>
      </nav>
      <div className="dash-head">
        <h1 id={named} ref={heading} tabIndex={-1}>
          <PartName name={order.productName} />
        </h1>
        <StatusBadge status={order.stage} />
      </div>
      {refusal && <Notice text={refusal} />}
      <div className="order">
        <OrderNext
          order={order}
          aheadMs={aheadMs}
          own={order.email === viewer.email}
          describedBy={named}
          onAsk={asking.ask}
          onRefused={asking.refuse}
        >
          {staff && (
            <staff.StaffActions
              order={order}
              describedBy={named}
              onAsk={asking.ask}
              onShipped={() => heading.current?.focus()}
              onRefused={asking.refuse}
            />
          )}
        </OrderNext>
        <OrderDrawing order={order} />
        <div>
          <OrderData order={order} />
          <OrderPapers
            orderId={order._id}
            papers={[...papersOf(order), ...(staff?.packersPapers(order) ?? [])]}
          />
        </div>
      </div>
      <div className="order-story">
        <OrderTimeline order={order} customer={staff ? order.name : null} />
        {staff && <staff.ProviderEvents orderId={order._id} />}
      </div>
      {staff && <staff.PaymentsPanel orderId={order._id} />}
      {asked === 'cancel' && <CancelOrderDialog order={order} {...dialog} />}
      {staff && <staff.StaffDialogs order={order} asked={asked} dialog={dialog} />}
      {asked === 'extend' && order.extendableTo && (
        <ExtendDialog orderId={order._id} to={order.extendableTo} {...dialog} />
      )}
    </>
  )
}
