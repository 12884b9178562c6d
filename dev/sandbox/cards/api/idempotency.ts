import { createHash } from 'node:crypto'
import type { Ledger, StoredResponse } from '../ledger.ts'
import { type ErrorResponse, requestError } from './errors.ts'

/** Hashes the method, URL and body of a request. */
export function fingerprint(method: string, url: string, body: string): string {
  return createHash('sha256').update(`${method} ${url}\n${body}`).digest('hex')
}

/** Returns the response stored for this key, or an error if the key was used for another request. */
export function findStoredResponse(
  ledger: Ledger,
  key: string,
  requestFingerprint: string,
): StoredResponse | ErrorResponse | null {
  const stored = ledger.keys.get(key)
  if (!stored) return null
  if (stored.fingerprint === requestFingerprint) return stored
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return { status: 400, error: { type: 'idempotency_error', message } }
}

/**
 * Claims a key for the duration of a request and returns its release function. Throws if the key is
 * in use.
 */
export function claimKey(keysInUse: Set<string>, key: string): () => void {
  if (key.length > 255) {
    throw requestError(400, { message: 'Idempotency keys may have at most 255 characters.' })
  }
  if (keysInUse.has(key)) {
    const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`
    throw requestError(409, { code: 'idempotency_key_in_use', message })
  }
  keysInUse.add(key)
  return () => keysInUse.delete(key)
}
