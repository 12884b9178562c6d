import type { OverviewDays } from '@freehub/contract/dashboard/calls'
import { Link } from 'react-router'
import { preventScrollReset } from '../../ui/page/scroll-restoration.tsx'
import { DAY_RANGES } from './days-filter.ts'

/** Links that select the number of days. */
export function DaysChoice({ days }: { days: OverviewDays }) {
  return (
    <nav className="tabs-line" aria-label="Days">
      {DAY_RANGES.map((range) => (
        <Link
          key={range}
          to={`?days=${range}`}
          state={preventScrollReset}
          aria-current={range === days ? 'page' : undefined}
        >
          {range} days
        </Link>
      ))}
    </nav>
  )
}
