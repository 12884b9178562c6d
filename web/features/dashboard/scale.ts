/** The value axis of a chart: equal steps from `bottom` through 0 to `top`. */
export interface Scale {
  bottom: number
  top: number
  ticks: number[]
}

const STEPS = 4

/** Returns a scale with round steps that contains all amounts and 0. It is never empty. */
export function createScale(amounts: number[]): Scale {
  const max = Math.max(0, ...amounts)
  const min = Math.min(0, ...amounts)
  const step = roundUp((max - min || 1) / STEPS)
  const above = Math.ceil(max / step) || (min < 0 ? 0 : 1)
  const below = Math.ceil(-min / step)
  const ticks = Array.from({ length: above + below + 1 }, (_, n) => (n - below) * step)
  return { bottom: -below * step, top: above * step, ticks }
}

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten. */
function roundUp(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(amount))
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= amount) ?? 10
  return factor * power
}
