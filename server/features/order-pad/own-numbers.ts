import { OWN_NUMBERS_MAXIMUM } from '@freehub/contract/limits'
import { toCodeKey, toUpperAlphanumeric } from '@freehub/contract/order-pad/codes'
import type { NewOwnNumber, OwnNumber } from '@freehub/contract/order-pad/order-pad'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { lockUser } from '../../platform/database/claim-idempotency-key.ts'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { convertChangedAt } from '../../platform/database/convert-changed-at.ts'
import { prefixPattern } from '../../platform/database/like-patterns.ts'
import { RefusalError, runTransaction } from '../../platform/database/run-transaction.ts'

/**
 * Stores an own number, and deletes the one that it replaces. Refuses a number that the user has for another part,
 * unless that part is `replacedProductId`. Refuses more than `OWN_NUMBERS_MAXIMUM` numbers.
 */
export function putOwnNumber(
  db: Db,
  userId: string,
  { code, productId, replacedProductId, replacedCode }: NewOwnNumber,
): Promise<OwnNumber | Refusal> {
  return runTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    const key = toCodeKey(code)
    if (replacedCode && toCodeKey(replacedCode) !== key)
      await deleteOwnNumber(tx, userId, replacedCode)
    const current = (await selectOwnNumbers(tx, userId).where('key', '=', key).execute())[0]
    if (!current) await throwIfFull(tx, userId)
    else if (current.productId !== productId && current.productId !== replacedProductId) {
      const detail = `You already use this number for ${current.name}.`
      throw new RefusalError(refuse('own_number_used', { detail }))
    }
    const { rows } = await sql`
      insert into own_numbers (user_id, key, code, part_id)
      select ${userId}, ${key}, ${code}, id from parts where id = ${productId} and deleted_at is null
      on conflict (user_id, key) do update
        set code = excluded.code, part_id = excluded.part_id, changed_at = now()
      returning key`.execute(tx)
    if (rows.length === 0) throw new RefusalError(refuse('part_missing'))
    const stored = await selectOwnNumbers(tx, userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return convertChangedAt(stored)
  })
}

async function throwIfFull(tx: Tx, userId: string): Promise<void> {
  if ((await countOwnNumbers(tx, userId)) >= OWN_NUMBERS_MAXIMUM)
    throw new RefusalError(refuse('own_numbers_full'))
}

async function countOwnNumbers(db: Db, userId: string, prefix = ''): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from own_numbers
    where user_id = ${userId} and ${keyStartsWith(prefix)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Matches keys that begin with `prefix`. Ignores leading zeros of GTINs, because a key has more of them than its code. */
function keyStartsWith(prefix: string) {
  const withoutZeros = prefixPattern(prefix.replace(/^0+(?=.)/, ''))
  return sql<boolean>`(key like ${prefixPattern(prefix)}
    or (key ~ '^0\\d{13}$' and ltrim(key, '0') like ${withoutZeros}))`
}

function selectOwnNumbers(db: Db, userId: string) {
  return db
    .selectFrom('own_numbers')
    .innerJoin('parts', 'parts.id', 'part_id')
    .select(['key as _id', 'code', 'parts.id as productId', 'name', 'sku', 'img', 'changed_at'])
    .select(sql<boolean>`deleted_at is null`.as('isOnSale'))
    .where('user_id', '=', userId)
}

/** Lists a user's own numbers by key. Reads one row more than `size`, if there are more. Counts all matches. */
export async function listOwnNumbers(
  db: Db,
  userId: string,
  {
    size,
    after = '',
    search = '',
  }: { size: number; after?: string | undefined; search?: string | undefined },
): Promise<{ rows: OwnNumber[]; count: number }> {
  const prefix = toUpperAlphanumeric(search.normalize('NFKC'))
  const rows = await selectOwnNumbers(db, userId)
    .where('key', '>', after)
    .where(keyStartsWith(prefix))
    .orderBy('key')
    .limit(size + 1)
    .execute()
  return { rows: rows.map(convertChangedAt), count: await countOwnNumbers(db, userId, prefix) }
}

export const OWN_NUMBER_COLUMNS = ['number', 'sku', 'name', 'changedAt'] as const

/** Yields a user's own numbers as CSV rows. */
export async function* exportOwnNumbers(db: Db, userId: string): AsyncGenerator<string[][]> {
  const rows = await selectOwnNumbers(db, userId).orderBy('key').execute()
  yield rows.map(({ code, sku, name, changed_at }) => [
    code,
    sku ?? '',
    name,
    changed_at.toISOString(),
  ])
}

export async function deleteOwnNumber(
  db: Db,
  userId: string,
  code: string,
): Promise<{ deletedCount: number } | Refusal> {
  const { numDeletedRows } = await db
    .deleteFrom('own_numbers')
    .where('user_id', '=', userId)
    .where('key', '=', toCodeKey(code))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n ? { deletedCount: 1 } : refuse('own_number_missing')
}
