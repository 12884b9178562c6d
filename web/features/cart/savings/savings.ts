import { type CartLine, toCartPart } from '@freehub/contract/cart/cart'
import { lineTotal } from '@freehub/contract/catalog/prices'

/** A line that costs less in a larger quantity. */
export interface Saving {
  productId: string
  /** The quantities of the line before and after the saving is applied. */
  before: number
  after: number
  savingCents: number
}

/** Finds the savings of a cart. A line with a problem has none until the customer has solved it. */
export function findSavings(lines: CartLine[]): Saving[] {
  return lines.flatMap(({ productId, quantity, advice, problems }) =>
    problems.length === 0 && advice?.savingCents
      ? [{ productId, before: quantity, after: advice.quantity, savingCents: advice.savingCents }]
      : [],
  )
}

/** Returns the applied savings that can still be undone, with amounts at the current prices. */
export function updateApplied(applied: Saving[], lines: CartLine[]): Saving[] {
  if (applied.length === 0) return applied
  const byId = new Map(lines.map((line) => [line.productId, line]))
  return applied.flatMap((saving) => {
    const line = byId.get(saving.productId)
    if (line?.quantity !== saving.after || line.problems.length > 0) return []
    const part = toCartPart(line)
    const savingCents = lineTotal(part, saving.before) - lineTotal(part, saving.after)
    return savingCents > 0 ? [{ ...saving, savingCents }] : []
  })
}

export function sumSavingCents(savings: Saving[]): number {
  return savings.reduce((sum, { savingCents }) => sum + savingCents, 0)
}
