import type { OverviewDays } from '@freehub/contract/dashboard/overview'
import { Link } from 'react-router'
import { keepScroll } from '../../ui/page/kept-scroll.tsx'
import { DAYS } from './days-wanted.ts'

/** Over how many days one looks back. */
export function DaysChoice({ days }: { days: OverviewDays }) {
  return (
    <nav className="tabs-line" aria-label="Days">
      {DAYS.map((one) => (
        <Link
          key={one}
          to={`?days=${one}`}
          state={keepScroll}
          aria-current={one === days ? 'page' : undefined}
        >
          {one} days
        </Link>
      ))}
    </nav>
  )
}
