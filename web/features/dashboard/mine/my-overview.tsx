import { formatCount, formatDollars } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { formatError } from '../../../api/call-error.ts'
import { pluralize } from '../../../api/format-count.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { useDaysFilter } from '../days-filter.ts'
import { KeyFigures } from '../key-figures.tsx'
import { OverviewHead } from '../overview-head.tsx'
import { myOverviewQuery } from './my-overview-query.ts'
import { OpenOrders } from './open-orders.tsx'
import { SpendingWidget } from './spending-widget.tsx'

/** The overview of a customer: amounts to pay, open orders and spending. */
export function Component() {
  const days = useDaysFilter()
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(myOverviewQuery(days))
  const overview = data?.overview

  return (
    <>
      <OverviewHead days={days} range={isPlaceholderData ? undefined : overview} />
      {error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {overview && (
        <div className="overview" aria-busy={isPlaceholderData}>
          <KeyFigures
            figures={[
              {
                name: 'To pay',
                value: formatDollars(overview.toPay),
                note: `in ${pluralize(overview.unpaidCount, 'order', 'orders')}`,
              },
              { name: 'Open orders', value: formatCount(overview.openCount) },
              {
                name: `Spent in ${overview.days} days`,
                value: formatDollars(overview.spent),
                note: `in ${pluralize(overview.orders, 'order', 'orders')}`,
              },
            ]}
          />
          <OpenOrders overview={overview} clockOffsetMs={data.clockOffsetMs} />
          <SpendingWidget overview={overview} />
        </div>
      )}
    </>
  )
}
