import type { OverviewDays } from '@freehub/contract/overview'
import { useSearchParams } from 'react-router'

/** Over how many days one may look back. */
export const DAYS: readonly OverviewDays[] = ['7', '30', '90']

/** Returns the days that the address names, or 30 if it names none that can be chosen. */
export function useDaysWanted(): OverviewDays {
  const [params] = useSearchParams()
  return daysIn(params)
}

export function daysIn(params: URLSearchParams): OverviewDays {
  return DAYS.find((days) => days === params.get('days')) ?? '30'
}
