import type { OverviewDays } from '@freehub/contract/dashboard/calls'
import { PageHead } from '../../ui/page/page-head.tsx'
import { DaysChoice } from './days-choice.tsx'
import { formatDayRange } from './format-days.ts'

interface OverviewHeadProps {
  days: OverviewDays
  /** The days of the overview, undefined while it loads. */
  range: { from: string; to: string } | undefined
}

/** The heading of an overview, its days, and the choice of other days. */
export function OverviewHead({ days, range }: OverviewHeadProps) {
  return (
    <>
      <PageHead title="Overview" />
      <div className="dash-head">
        <h1>Overview</h1>
        <p className="num second" role="status">
          {range && formatDayRange(range)}
        </p>
      </div>
      <div className="overview-days">
        <DaysChoice days={days} />
      </div>
    </>
  )
}
