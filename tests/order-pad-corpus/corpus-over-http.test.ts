import { toCodeKey } from '@freehub/contract/order-pad/codes'
import type { MatchedRows } from '@freehub/contract/order-pad/order-pad'
import { splitCells } from '@freehub/contract/order-pad/split-cells'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addParts } from '../support/shop/parts.ts'
import { startTestShop, type TestShop } from '../support/shop/shop.ts'
import { addUsers, type TestUser } from '../support/shop/users.ts'
import { type CorpusPart, listPartCodes, readCorpusParts } from './corpus-parts.ts'
import { formatAccuracy, measureLists, type PasteReader } from './measure.ts'
import { createLists, LIST_KINDS } from './pasted-lists.ts'

/** One list of each kind. The parser was not tuned on this seed. */
const SEED = 300_001

/** A customer may send twelve pastes a minute. */
const CUSTOMERS = 2

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

test('reads at least 98 % of the rows of each kind of list on the server and makes no silent errors', async () => {
  const parts = readCorpusParts()
  const customers = await addUsers(shop, CUSTOMERS)
  await addCorpusParts(parts, customers)
  const lists = createLists(parts, SEED, LIST_KINDS.length)
  const accuracies = await measureLists(lists, createHttpReader(customers))
  const wrongRows = accuracies.flatMap((one) => one.wrongRows)
  const rows = accuracies.reduce((sum, one) => sum + one.rows, 0)
  expect(wrongRows.length / rows, formatAccuracy(accuracies)).toBeLessThan(0.02)
  expect(wrongRows.filter(({ isSilent }) => isSilent)).toEqual([])
})

/** Stores the parts with all their numbers, and the own numbers for each customer. */
async function addCorpusParts(parts: CorpusPart[], customers: TestUser[]) {
  const ids = await addParts(shop, parts.length)
  const idBySku = new Map<string, string>()
  for (const [n, { sku, superseded, name, minimum }] of parts.entries()) {
    const id = ids[n] as string
    idBySku.set(sku, id)
    await shop.db
      .updateTable('parts')
      .set({ sku, supersedes: superseded, name, minimum_order: minimum })
      .where('id', '=', id)
      .execute()
  }
  const codes = listPartCodes(parts).map(({ kind, sku, brand, code }) => ({
    kind,
    brand,
    code,
    key: toCodeKey(code),
    part_id: idBySku.get(sku) as string,
  }))
  const stored = codes.flatMap(({ kind, ...code }) =>
    kind === 'gtin' || kind === 'competitor' ? [{ kind, ...code }] : [],
  )
  await shop.db.insertInto('part_codes').values(stored).execute()
  const own = codes.filter(({ kind }) => kind === 'own')
  const numbers = customers.flatMap(({ id: user_id }) =>
    own.map(({ key, code, part_id }) => ({ user_id, key, code, part_id })),
  )
  await shop.db.insertInto('own_numbers').values(numbers).execute()
}

/** Reads each paste by a call of the next customer. */
function createHttpReader(customers: TestUser[]): PasteReader {
  let pastes = 0
  return async (text) => {
    const { rows: cells } = splitCells(text)
    const customer = customers[pastes++ % customers.length] as TestUser
    const { status, body } = await customer.call('POST', '/api/order-pad/rows', { rows: cells })
    expect(status).toBe(200)
    const { rows, parts } = body as MatchedRows
    const skus = new Map(parts.map(({ productId, sku }) => [productId, sku ?? '']))
    return rows.map(({ state, matches, quantity, isQuantityAssumed, isQuantityUnclear }, n) => ({
      cells: cells[n] ?? [],
      actual: {
        state,
        skus: matches.map(({ productId }) => skus.get(productId) ?? ''),
        quantity: isQuantityAssumed ? null : quantity,
        isUnclear: isQuantityUnclear,
      },
    }))
  }
}
