/**
 * Keeps one `Idempotency-Key` for what is sent, so that a double click, a retry or a lost answer
 * makes one thing. Another body takes another key; `renew` is for when the thing has been made.
 */
export function onceKeys(newKey: () => string = () => crypto.randomUUID()) {
  let last: { body: string; key: string } | undefined

  return {
    keyFor(sent: object): string {
      const body = JSON.stringify(sent)
      if (last?.body !== body) last = { body, key: newKey() }
      return last.key
    },
    renew() {
      last = undefined
    },
  }
}
