import type { OverviewDays } from '@freehub/contract/dashboard/overview'
import { PageHead } from '../../ui/page/page-head.tsx'
import { DaysChoice } from './days-choice.tsx'
import { spanInWords } from './days-in-words.ts'

interface OverviewHeadProps {
  days: OverviewDays
  /** As soon as it is known. */
  span: { from: string; to: string } | undefined
}

/** The heading of an overview, of which days it is, and the choice of others. */
export function OverviewHead({ days, span }: OverviewHeadProps) {
  return (
    <>
      <PageHead title="Overview" />
      <div className="dash-head">
        <h1>Overview</h1>
        <p className="num second" role="status">
          {span && spanInWords(span)}
        </p>
      </div>
      <div className="overview-days">
        <DaysChoice days={days} />
      </div>
    </>
  )
}
