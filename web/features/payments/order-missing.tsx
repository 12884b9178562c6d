import { paths } from '../../paths.ts'
import { EmptyPage } from '../../ui/page/empty-page.tsx'

export function OrderMissing() {
  return (
    <EmptyPage
      title="Order Not Found"
      text="There is no such order, or it has been cancelled."
      way={{ to: paths.myOrders, name: 'My Orders' }}
      inDashboard
    />
  )
}
