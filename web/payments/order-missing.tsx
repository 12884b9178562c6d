import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { PageHead } from '../shell/page-head.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function OrderMissing() {
  return (
    <>
      <PageHead title="Order Not Found" />
      <div className="dash-head">
        <h1>Order Not Found</h1>
      </div>
      <EmptyState text="There is no such order, or it has been cancelled.">
        <Link className="btn" to={paths.myOrders}>
          My Orders
        </Link>
      </EmptyState>
    </>
  )
}
