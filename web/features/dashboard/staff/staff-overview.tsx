import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { useDaysWanted } from '../days-wanted.ts'
import { OverviewHead } from '../overview-head.tsx'
import { FamiliesGlance } from './families-glance.tsx'
import { LowGlance } from './low-glance.tsx'
import { shopOverview } from './overview-query.ts'
import { ReservedGlance } from './reserved-glance.tsx'
import { StagesGlance } from './stages-glance.tsx'
import { TakingsGlance } from './takings-glance.tsx'
import { WaitingGlance } from './waiting-glance.tsx'

/** The shop at a glance: what came in, what became of the orders, what sells, what runs low, what waits. */
export function Component() {
  const days = useDaysWanted()
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(shopOverview(days))

  return (
    <>
      <OverviewHead days={days} span={isPlaceholderData ? undefined : data} />
      {error && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {data && (
        <div className="overview" aria-busy={isPlaceholderData}>
          <TakingsGlance days={data.days} takings={data.takings} />
          <WaitingGlance waiting={data.waiting} count={data.waitingCount} />
          <LowGlance
            low={data.runningLow}
            count={data.runningLowCount}
            soldOut={data.soldOutCount}
          />
          <ReservedGlance reserved={data.reserved} />
          <StagesGlance days={data.days} stages={data.ordersByStage} />
          <FamiliesGlance days={data.days} families={data.piecesByFamily} />
        </div>
      )}
    </>
  )
}
