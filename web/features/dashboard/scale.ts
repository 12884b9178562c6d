/** What a chart's bars are measured by: from below, through 0, to above, in equal steps. */
export interface Scale {
  bottom: number
  top: number
  ticks: number[]
}

const STEPS = 4

/** A scale of round numbers that holds all the amounts, and 0; some of it also where all are 0. */
export function scaleOf(amounts: number[]): Scale {
  const most = Math.max(0, ...amounts)
  const least = Math.min(0, ...amounts)
  const step = roundUp((most - least || 1) / STEPS)
  const above = Math.ceil(most / step) || (least < 0 ? 0 : 1)
  const below = Math.ceil(-least / step)
  const ticks = Array.from({ length: above + below + 1 }, (_, n) => (n - below) * step)
  return { bottom: -below * step, top: above * step, ticks }
}

/** The next of 1, 2, 2.5 or 5 tens, hundreds, thousands … */
function roundUp(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(amount))
  const round = [1, 2, 2.5, 5, 10].find((one) => one * power >= amount) ?? 10
  return round * power
}
