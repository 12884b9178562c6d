import { formatDollars } from '@freehub/contract/money'
import type { OrderIntent } from '@freehub/contract/orders/orders'

/** What the shop's books say of a payment. */
export const bookedStates: Record<OrderIntent['state'], string> = {
  open: 'Open',
  settled: 'Paid this order',
  cancelled: 'Closed',
  refunded: 'Refunded',
  unknown: 'Not in the books',
}

/** What the card provider says of a payment. */
export function providerInWords(provider: OrderIntent['provider']): string {
  if (!provider) return 'Not known there'
  const { state, received, refunded, currency } = provider
  if (state === 'open') return 'Open'
  if (state === 'processing') return 'Being processed'
  if (state === 'cancelled') return 'Closed'
  const came = `${amountInWords(received, currency)} received`
  return refunded > 0 ? `${came}, ${amountInWords(refunded, currency)} refunded` : came
}

/** Dollars as everywhere; another currency, which is a mistake to be seen, by its code. */
function amountInWords(amount: number, currency: string): string {
  return currency === 'usd' ? formatDollars(amount) : `${amount} ${currency.toUpperCase()}`
}

/** What a repair has left, if anything is to be said of it. `did`: what it did, a sentence each. */
export function leftByRepair(did: string[], stillDisagree: boolean): string | undefined {
  if (stillDisagree) {
    return 'The shop cannot do the rest: what still disagrees must be settled at the card provider.'
  }
  return did.length === 0 ? 'Nothing had to be done: books and provider agree.' : undefined
}
