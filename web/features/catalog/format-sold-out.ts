import type { Part } from '@freehub/contract/catalog/parts'

/** Formats why a sold-out part cannot be ordered. */
export function formatSoldOut({ availableQuantity }: Part): string {
  return availableQuantity === 0 ? 'Out of stock' : 'Below minimum'
}
