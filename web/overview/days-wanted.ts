import type { OverviewDays } from '@freehub/contract/overview'
import { useSearchParams } from 'react-router'

/** Over how many days one may look back. */
export const DAYS: readonly OverviewDays[] = ['7', '30', '90']

/** How many days the address wants to see; what makes no sense there is as if it were not said. */
export function useDaysWanted(): OverviewDays {
  const [params] = useSearchParams()
  return DAYS.find((days) => days === params.get('days')) ?? '30'
}
