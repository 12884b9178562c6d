/**
 * Keeps one `Idempotency-Key` for one filled form, so that a double click, a retry or a lost answer
 * makes one order. Another body takes another key; `renew` is for when an order has been made.
 */
export function orderKeys(newKey: () => string = () => crypto.randomUUID()) {
  let last: { body: string; key: string } | undefined

  return {
    keyFor(order: object): string {
      const body = JSON.stringify(order)
      if (last?.body !== body) last = { body, key: newKey() }
      return last.key
    },
    renew() {
      last = undefined
    },
  }
}
