import type { Overview, OverviewDays } from '@freehub/contract/dashboard/calls'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-queries.ts'
import { OverviewFrame, useDaysFilter } from '../overview-layout.tsx'
import { StagesWidget, UnshippedWidget } from './order-widgets.tsx'
import { FamiliesWidget, LowStockWidget, ReservedWidget } from './part-widgets.tsx'
import { RevenueWidget } from './revenue-widget.tsx'

/** The overview for staff: revenue, unshipped orders, low stock, reservations and sales. */
export function Component() {
  const days = useDaysFilter()
  const query = useQuery(staffOverviewQuery(days))
  const { data } = query

  return (
    <OverviewFrame days={days} query={query} range={data}>
      {data && (
        <>
          <RevenueWidget days={data.days} revenue={data.takings} />
          <UnshippedWidget orders={data.waiting} count={data.waitingCount} />
          <LowStockWidget
            parts={data.runningLow}
            count={data.runningLowCount}
            soldOutCount={data.soldOutCount}
          />
          <ReservedWidget reserved={data.reserved} />
          <StagesWidget days={data.days} stages={data.ordersByStage} />
          <FamiliesWidget days={data.days} families={data.piecesByFamily} />
        </>
      )}
    </OverviewFrame>
  )
}

/** The staff overview. Every change to an order refetches it, because its key has that prefix. */
const staffOverviewQuery = (days: OverviewDays) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'overview', 'shop', days],
    queryFn: ({ signal }) => call<Overview>('GET', `/api/overview?days=${days}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
