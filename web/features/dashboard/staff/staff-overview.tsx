import { useQuery } from '@tanstack/react-query'
import { formatError } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { useDaysFilter } from '../days-filter.ts'
import { OverviewHead } from '../overview-head.tsx'
import { FamiliesWidget } from './families-widget.tsx'
import { LowStockWidget } from './low-stock-widget.tsx'
import { staffOverviewQuery } from './overview-query.ts'
import { ReservedWidget } from './reserved-widget.tsx'
import { RevenueWidget } from './revenue-widget.tsx'
import { StagesWidget } from './stages-widget.tsx'
import { UnshippedWidget } from './unshipped-widget.tsx'

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
