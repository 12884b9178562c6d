import { formatDollars } from '@freehub/contract/money'
import type { OrderIntent } from '@freehub/contract/payments/calls'

export const recordedStateLabels: Record<OrderIntent['state'], string> = {
  open: 'Open',
  settled: 'Paid this order',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  unknown: 'Not recorded',
}

/** Formats the state of a payment at the card provider. Null means that the provider has no such payment. */
export function formatProviderState(provider: OrderIntent['provider']): string {
  if (!provider) return 'Not found'
  const { state, received, refunded, currency } = provider
  if (state === 'open') return 'Open'
  if (state === 'processing') return 'Processing'
  if (state === 'cancelled') return 'Cancelled'
  const receipt = `${formatAmount(received, currency)} received`
  return refunded > 0 ? `${receipt}, ${formatAmount(refunded, currency)} refunded` : receipt
}

/** Formats an amount. Shows the code of a currency other than dollars, because all payments should be in dollars. */
function formatAmount(amount: number, currency: string): string {
  return currency === 'usd' ? formatDollars(amount) : `${amount} ${currency.toUpperCase()}`
}

/**
 * States the outcome of a repair. Undefined if the sentences about its changes already state it. `hasMismatches` is
 * undefined if the payments could not be read.
 */
export function formatRepairOutcome(
  changes: string[],
  hasMismatches: boolean | undefined,
): string | undefined {
  if (hasMismatches) {
    return 'Resolve the remaining differences in the card provider’s dashboard.'
  }
  if (changes.length > 0) return undefined
  return hasMismatches === undefined
    ? 'No changes made.'
    : 'No changes needed. Our records match the card provider.'
}
