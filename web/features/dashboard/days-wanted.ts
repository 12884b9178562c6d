import type { OverviewDays } from '@freehub/contract/dashboard/overview'
import { useSearchParams } from 'react-router'

/** Over how many days one may look back. */
export const DAYS: readonly OverviewDays[] = ['7', '30', '90']

export function useDaysWanted(): OverviewDays {
  const [params] = useSearchParams()
  return daysIn(params)
}

/** Returns the days that the query names, or 30 if it names none that can be chosen. */
export function daysIn(params: URLSearchParams): OverviewDays {
  return DAYS.find((days) => days === params.get('days')) ?? '30'
}
