import { useSearchParams } from 'react-router'

/** Over how many days one may look back. */
export const DAYS = ['7', '30', '90'] as const

export type Days = (typeof DAYS)[number]

/** How many days the address wants to see; what makes no sense there is as if it were not said. */
export function useDaysWanted(): Days {
  const [params] = useSearchParams()
  return DAYS.find((days) => days === params.get('days')) ?? '30'
}
