/**
 * Compares an amount with that of the previous period: `12% more than`, `as much as`. Returns undefined
 * if a percentage makes no sense, because an amount is negative or the previous one is 0.
 */
export function formatComparison(current: number, previous: number): string | undefined {
  if (previous <= 0 || current < 0) return undefined
  if (current === previous) return 'as much as'
  const percent = Math.round((Math.abs(current - previous) / previous) * 100)
  const share = percent === 0 ? 'under 1%' : `${percent}%`
  return current > previous ? `${share} more than` : `${share} less than`
}
