import {
  type Part,
  quantityRefusal,
  totalPrice,
  totalRefusal,
} from '@freehub/contract/catalog/parts'
import { centsOf } from '@freehub/contract/money'
import { refusals } from '@freehub/contract/refusals'

/**
 * A quantity as a person types it, or NaN when it is not a whole number of pieces.
 * Separators are taken where they stand right: `1,240` is 1240, `12,40` and `12.5` are nothing.
 */
export function readQuantity(typed: string): number {
  const text = typed.trim()
  if (!/^-?(\d+|\d{1,3}(,\d{3})+)$/.test(text)) return Number.NaN
  return Number(text.replaceAll(',', ''))
}

/** What is wrong with a typed quantity of this part, in words for under its field. */
export function quantityProblem(part: Part, typed: string): string | undefined {
  if (typed.trim() === '') return 'Order Quantity Required'
  const quantity = readQuantity(typed)
  if (Number.isNaN(quantity)) return 'Give a whole number of pieces.'
  const refusal =
    quantityRefusal(part, quantity) ?? totalRefusal(centsOf(totalPrice(part, quantity)))
  return refusal && (refusal.detail ?? refusals[refusal.refused].title)
}

/** One piece more or fewer, kept between the bounds; what is not a number yet starts at the least. */
export function stepQuantity(
  quantity: number,
  step: 1 | -1,
  bounds: { least: number; most: number },
): number {
  if (Number.isNaN(quantity)) return bounds.least
  return Math.max(bounds.least, Math.min(bounds.most, quantity + step))
}
