import { formatCount, formatDollars } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../api/call-error.ts'
import { counted } from '../../../api/counted.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { useDaysWanted } from '../days-wanted.ts'
import { Figures } from '../figures.tsx'
import { OverviewHead } from '../overview-head.tsx'
import { myOverview } from './my-overview-query.ts'
import { OpenOrders } from './open-orders.tsx'
import { SpendingGlance } from './spending-glance.tsx'

/** A customer's orders at a glance: what is open, what is to be paid, what was spent. */
export function Component() {
  const days = useDaysWanted()
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(myOverview(days))
  const overview = data?.overview

  return (
    <>
      <OverviewHead days={days} span={isPlaceholderData ? undefined : overview} />
      {error && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {overview && (
        <div className="overview" aria-busy={isPlaceholderData}>
          <Figures
            figures={[
              {
                name: 'To pay',
                value: formatDollars(overview.toPay),
                note: `in ${counted(overview.unpaidCount, 'order', 'orders')}`,
              },
              { name: 'Open orders', value: formatCount(overview.openCount) },
              {
                name: `Spent in ${overview.days} days`,
                value: formatDollars(overview.spent),
                note: `in ${counted(overview.orders, 'order', 'orders')}`,
              },
            ]}
          />
          <OpenOrders overview={overview} aheadMs={data.aheadMs} />
          <SpendingGlance overview={overview} />
        </div>
      )}
    </>
  )
}
