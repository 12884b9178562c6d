import type { OverviewDays } from '@freehub/contract/dashboard/calls'
import { useSearchParams } from 'react-router'

export const DAY_RANGES: readonly OverviewDays[] = ['7', '30', '90']

export function useDaysFilter(): OverviewDays {
  const [params] = useSearchParams()
  return readDaysFilter(params)
}

/** Returns the days that the query names, or 30 if it names none that can be chosen. */
export function readDaysFilter(params: URLSearchParams): OverviewDays {
  return DAY_RANGES.find((days) => days === params.get('days')) ?? '30'
}
