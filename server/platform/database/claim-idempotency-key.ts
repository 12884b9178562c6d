import { hash, randomUUIDv7 } from 'node:crypto'
import { refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Tx } from './connections/connect.ts'
import { prepared } from './connections/prepared-statements.ts'
import { RefusalError } from './run-transaction.ts'

export interface KeyedRequest {
  userId: string
  key: string | undefined
  /** Must be equal if the key is used again. Begins with the name of the call, except for POST /booking. */
  payload: readonly unknown[]
}

/**
 * Creates an object with `insert`, unless the key was used before. Returns the id of the created or existing object.
 * Locks the user's row first, so that `insert` can count the user's objects.
 */
export async function createOnce(
  tx: Tx,
  request: KeyedRequest,
  insert: (newId: string) => Promise<void>,
): Promise<string> {
  await lockUser(tx, request.userId)
  const newId = randomUUIDv7()
  const existingId = await claimIdempotencyKey(tx, request, newId)
  if (!existingId) await insert(newId)
  return existingId ?? newId
}

/**
 * Claims the key for the object `newId`, or returns the id of the object for which the key was
 * claimed before. Does nothing without a key. A key is valid for 24 hours, and may then be claimed
 * again. Locks the user's row, so that concurrent requests of one user run one after another.
 * Throws a RefusalError if the key was used with another payload, or if the account was deleted
 * since the request began.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  { userId, key, payload }: KeyedRequest,
  newId: string,
): Promise<string | undefined> {
  if (key === undefined) return undefined
  const bodyHash = hashPayload(payload)
  const { rows } = await sql`${prepared}
    with customer as (${lockUserQuery(userId)})
    insert into idempotency_keys as known (user_id, key, body_hash, object_id)
    select id, ${key}, ${bodyHash}::bytea, ${newId}::uuid from customer
    on conflict (user_id, key) do update
      set body_hash = excluded.body_hash, object_id = excluded.object_id, created_at = now()
      where known.created_at < now() - ${KEY_VALIDITY}
    returning object_id`.execute(tx)
  return rows.length > 0 ? undefined : readClaimedId(tx, userId, key, bodyHash)
}

/** The validity of an idempotency key. The function `place_order` has the same. */
export const KEY_VALIDITY = sql`interval '24 hours'`

export function hashPayload(payload: readonly unknown[]): Buffer {
  return hash('sha256', JSON.stringify(payload), 'buffer')
}

/**
 * Locks the user's row until the transaction ends, so that concurrent requests of a user run one
 * after another. Throws a RefusalError if the account was deleted since the request began.
 */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  const { rows } = await lockUserQuery(userId).execute(tx)
  if (rows.length === 0) throw new RefusalError(refuse('token_invalid'))
}

/** Returns the query that locks a user until the transaction ends. It has no row for a deleted account. */
export function lockUserQuery(userId: string) {
  return sql`select id from users
    where id = ${userId} and deleted_at is null for no key update`
}

async function readClaimedId(tx: Tx, userId: string, key: string, bodyHash: Buffer) {
  const claimed = await tx
    .selectFrom('idempotency_keys')
    .select(['object_id', 'body_hash'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  // The key is missing only if the account was deleted since the request began.
  if (!claimed) throw new RefusalError(refuse('token_invalid'))
  if (!claimed.body_hash.equals(bodyHash)) throw new RefusalError(refuse('key_reused'))
  return claimed.object_id
}
