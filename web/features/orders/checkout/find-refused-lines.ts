import { type CartLine, findBlockingProblem } from '@freehub/contract/cart/cart'
import { formatCount } from '@freehub/contract/money'
import type { RefusedLine } from '@freehub/contract/refusals'
import { CallError } from '../../../api/call-error.ts'

const NO_ALTERNATIVE = 'It can’t be ordered now.'

/** A line that cannot be ordered as it is, with the reason. */
export interface RefusedCartLine {
  line: CartLine
  detail: string
  /** A sentence about what can be ordered instead. Empty if `detail` states it. */
  alternative: string
}

/** Finds the lines that cannot be ordered, according to the cart or the last refusal. */
export function findRefusedLines(lines: CartLine[], error: Error | null): RefusedCartLine[] {
  const refusedLines = error instanceof CallError ? (error.problem.lines ?? []) : []
  const refusedLineByPart = new Map(
    refusedLines
      // A line whose price has changed can be ordered at the new price.
      .filter(({ code }) => code !== 'prices_changed')
      .map((refusedLine) => [refusedLine.productId, refusedLine]),
  )
  return lines.flatMap((line) => {
    const blockingProblem = findBlockingProblem(line)
    if (blockingProblem) {
      const { detail, quantities } = blockingProblem
      return [{ line, detail, alternative: quantities.length === 0 ? NO_ALTERNATIVE : '' }]
    }
    const refusedLine = refusedLineByPart.get(line.productId)
    return refusedLine
      ? [{ line, detail: refusedLine.detail, alternative: describeAlternative(refusedLine) }]
      : []
  })
}

function describeAlternative({ code, available = 0 }: RefusedLine): string {
  // For other codes, `available` is the stock, which may not be a valid quantity.
  if (code !== 'stock_share_too_high') return ''
  return available > 0 ? `Possible: ${formatCount(available)}.` : NO_ALTERNATIVE
}
