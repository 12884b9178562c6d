import { createHash } from 'node:crypto'
import type { KeptAnswer, Ledger } from '../ledger.ts'
import { type Refused, turnAway } from './refusals.ts'

/** What makes two requests the same one: where they went and what they said. */
export function fingerprint(method: string, url: string, body: string): string {
  return createHash('sha256').update(`${method} ${url}\n${body}`).digest('hex')
}

/** The answer kept under this key, or a refusal when the key was used for something else. */
export function keptAnswer(
  ledger: Ledger,
  key: string,
  print: string,
): KeptAnswer | Refused | null {
  const kept = ledger.keys.get(key)
  if (!kept) return null
  if (kept.fingerprint === print) return kept
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return { status: 400, error: { type: 'idempotency_error', message } }
}

/** Takes a key for the time of one request; a second request in that time is turned away. */
export function claimKey(inUse: Set<string>, key: string): () => void {
  if (key.length > 255) {
    throw turnAway(400, { message: 'Idempotency keys may have at most 255 characters.' })
  }
  if (inUse.has(key)) {
    const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`
    throw turnAway(409, { code: 'idempotency_key_in_use', message })
  }
  inUse.add(key)
  return () => inUse.delete(key)
}
