import type { Overview, OverviewDays } from '@freehub/contract/overview/calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getQuery } from '../../../api/get-query.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-queries.ts'
import { OverviewFrame, useDaysFilter } from '../overview-elements.tsx'
import { StagesWidget, UnshippedWidget } from './order-widgets.tsx'
import { FamiliesWidget, LowStockWidget, ReservedWidget } from './part-widgets.tsx'
import { RevenueWidget } from './revenue-widget.tsx'

export default function StaffOverview() {
  const days = useDaysFilter()
  const query = useQuery(staffOverviewQuery(days))
  const { data } = query

  return (
    <OverviewFrame
      days={days}
      query={query}
      range={data}
      title="Sales"
      current={
        data && (
          <>
            <UnshippedWidget overview={data} />
            <LowStockWidget overview={data} />
            <ReservedWidget overview={data} />
          </>
        )
      }
    >
      {data && (
        <>
          <RevenueWidget overview={data} />
          <StagesWidget overview={data} />
          <FamiliesWidget overview={data} />
        </>
      )}
    </OverviewFrame>
  )
}

/** The key begins with the key of orders, so that each change of an order refetches the query. */
const staffOverviewQuery = (days: OverviewDays) => ({
  ...getQuery<Overview>(
    [...ORDERS_QUERY_KEY, 'overview', 'shop', days],
    `/api/overview?days=${days}`,
  ),
  placeholderData: keepPreviousData,
})
