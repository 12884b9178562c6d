import { formatDollars } from '@freehub/contract/money'
import type { OrderIntent } from '@freehub/contract/payments/calls'

export const recordedStateLabels: Record<OrderIntent['state'], string> = {
  open: 'Open',
  settled: 'Paid this order',
  cancelled: 'Closed',
  refunded: 'Refunded',
  unknown: 'Not recorded',
}

export function formatProviderState(provider: OrderIntent['provider']): string {
  if (!provider) return 'Not found'
  const { state, received, refunded, currency } = provider
  if (state === 'open') return 'Open'
  if (state === 'processing') return 'Processing'
  if (state === 'cancelled') return 'Closed'
  const receipt = `${formatAmount(received, currency)} received`
  return refunded > 0 ? `${receipt}, ${formatAmount(refunded, currency)} refunded` : receipt
}

/** Shows other currencies by their code, because all payments should be in dollars. */
function formatAmount(amount: number, currency: string): string {
  return currency === 'usd' ? formatDollars(amount) : `${amount} ${currency.toUpperCase()}`
}

/**
 * Formats what a repair leaves to do. `did` lists what it did, one sentence each. Returns undefined if
 * the list says everything.
 */
export function formatRepairOutcome(did: string[], hasDifferences: boolean): string | undefined {
  if (hasDifferences) {
    return 'Resolve the remaining differences in the card provider’s dashboard.'
  }
  return did.length === 0 ? 'No changes needed. Our records match the card provider.' : undefined
}
