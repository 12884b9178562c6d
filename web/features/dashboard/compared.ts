/**
 * How a span's money is beside that of the span before: `12 % more than`, `as much as`. Undefined where
 * there was none, or a share of it would say nothing.
 */
export function compared(now: number, before: number): string | undefined {
  if (before <= 0 || now < 0) return undefined
  if (now === before) return 'as much as'
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  const share = percent === 0 ? 'under 1' : String(percent)
  return now > before ? `${share} % more than` : `${share} % less than`
}
