/**
 * Keeps one `Idempotency-Key` per payload, so that a double click, a retry or a lost response creates
 * one row. A changed payload gets a new key. `reset` is called after a success.
 */
export function createIdempotencyKeys(newKey: () => string = () => crypto.randomUUID()) {
  let last: { body: string; key: string } | undefined

  return {
    getKey(payload: object): string {
      const body = JSON.stringify(payload)
      if (last?.body !== body) last = { body, key: newKey() }
      return last.key
    },
    reset() {
      last = undefined
    },
  }
}
