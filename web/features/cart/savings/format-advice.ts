import type { CartLine } from '@freehub/contract/cart/cart'
import { formatCount, formatDollars } from '@freehub/contract/money'

/**
 * Formats what a larger quantity saves, in total (`300 cost $9.40 less than 280.`) or only per unit. `formatPrice` formats
 * dollars.
 */
export function formatAdvice(
  { quantity, unitPriceCents, savingCents }: NonNullable<CartLine['advice']>,
  current: number,
  formatPrice = formatDollars,
): string {
  if (savingCents !== null)
    return `${formatCount(quantity)} cost ${formatPrice(savingCents / 100)} less than ${formatCount(current)}.`
  const price = formatPrice(unitPriceCents / 100)
  return `${formatCount(quantity - current)} more and each costs ${price}.`
}
