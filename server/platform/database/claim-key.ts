import { createHash } from 'node:crypto'
import { refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Tx } from './connections/connect.ts'
import { prepared } from './prepared.ts'
import { Refused } from './refused.ts'

/** Who sends what under which `Idempotency-Key`. */
export interface Keyed {
  userId: string
  key: string | undefined
  /** What must be the same when it is sent again; of all calls but POST /booking, its name comes first. */
  said: readonly unknown[]
}

/**
 * Takes the key for the thing that is about to be made, or answers the id of the one that was made
 * under it. Without a key there is nothing to take. A key is kept 24 hours; an older one is taken over.
 * Of one user, whoever comes second waits for the first, since the user's row is locked on the way.
 * Throws Refused if the key was used with another body, or if the account was deleted meanwhile.
 */
export async function claimKey(
  tx: Tx,
  { userId, key, said }: Keyed,
  madeId: string,
): Promise<string | undefined> {
  if (key === undefined) return undefined
  const bodyHash = createHash('sha256').update(JSON.stringify(said)).digest()
  const { rows } = await sql`${prepared}
    with customer as (${lockedUser(userId)})
    insert into idempotency_keys as known (user_id, key, body_hash, order_id)
    select id, ${key}, ${bodyHash}::bytea, ${madeId}::uuid from customer
    on conflict (user_id, key) do update
      set body_hash = excluded.body_hash, order_id = excluded.order_id, created_at = now()
      where known.created_at < now() - interval '24 hours'
    returning order_id`.execute(tx)
  return rows.length > 0 ? undefined : madeFirst(tx, userId, key, bodyHash)
}

/**
 * Locks the user's row until the transaction ends, so that a user's requests cannot race each other.
 * Throws Refused if the account was deleted since the request began.
 */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  const { rows } = await lockedUser(userId).execute(tx)
  if (rows.length === 0) throw new Refused(refuse('token_invalid'))
}

function lockedUser(userId: string) {
  return sql`select id from users
    where id = ${userId} and deleted_at is null for no key update`
}

async function madeFirst(tx: Tx, userId: string, key: string, bodyHash: Buffer) {
  const first = await tx
    .selectFrom('idempotency_keys')
    // Named when orders were all that was made under keys.
    .select(['order_id as madeId', 'body_hash'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!first) throw new Refused(refuse('token_invalid'))
  if (!first.body_hash.equals(bodyHash)) throw new Refused(refuse('key_reused'))
  return first.madeId
}
