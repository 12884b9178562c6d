import type { Overview, OverviewDays } from '@freehub/contract/dashboard/calls'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { ORDERS_QUERY_KEY } from '../../orders/list/orders-queries.ts'
import { OverviewHead, useDaysFilter } from '../overview-layout.tsx'
import { StagesWidget, UnshippedWidget } from './order-widgets.tsx'
import { FamiliesWidget, LowStockWidget, ReservedWidget } from './part-widgets.tsx'
import { RevenueWidget } from './revenue-widget.tsx'

/** The overview for staff: revenue, unshipped orders, low stock, reservations and sales. */
export function Component() {
  const days = useDaysFilter()
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(staffOverviewQuery(days))

  return (
    <>
      <OverviewHead days={days} range={isPlaceholderData ? undefined : data} />
      {error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {data && (
        <div className="overview" aria-busy={isPlaceholderData}>
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
        </div>
      )}
    </>
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
