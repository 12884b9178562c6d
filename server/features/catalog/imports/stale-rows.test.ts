import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueForLock } from '../../../../tests/support/database/locks.ts'
import { sendList } from '../../../../tests/support/shop/imports.ts'
import { addParts, stockOf } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { applyRows, readDueRows } from './apply-rows.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterAll(() => shop.close())

/** Reads a list that sets a part's price to 3.00 and takes 10 of its 100 pieces; returns its rows as a worker reads them. */
async function readChange() {
  const [id = ''] = await addParts(shop, 1)
  const list = `id,price,availableQuantity\n${id},3.00,90`
  const { _id: importId } = await sendList(admin, list, shop.url)
  await sql`update part_imports set state = 'applying' where id = ${importId}`.execute(shop.db)
  const application = { importId, byUser: admin.id, fileName: 'parts.csv' }
  const due = await readDueRows(shop.db, application, 0)
  expect(due).toHaveLength(1)
  const counts = () =>
    shop.db
      .updateTable('part_imports')
      .set({ state: 'applied' })
      .where('id', '=', importId)
      .returning(['applied', 'failed'])
      .executeTakeFirst()
  return { id, counts, apply: () => applyRows(shop.db, application, due) }
}

test('applies rows once that another worker has applied', async () => {
  const { id, apply, counts } = await readChange()
  expect(await apply()).toEqual([id])
  expect(await apply()).toEqual([])
  expect(await stockOf(shop, id)).toEqual({ onHand: 90, reserved: 0 })
  expect(await counts()).toEqual({ applied: 1, failed: 0 })
})

test('applies rows once that two workers apply at the same time', async () => {
  const { id, apply, counts } = await readChange()
  const applied = await queueForLock(
    shop.db,
    (tx) => sql`select from parts where id = ${id} for update`.execute(tx),
    [apply, apply],
  )
  expect(applied).toEqual([[id], []])
  expect(await stockOf(shop, id)).toEqual({ onHand: 90, reserved: 0 })
  expect(await counts()).toEqual({ applied: 1, failed: 0 })
})

test('leaves out a row whose product changes at the same time, once', async () => {
  const { id, apply, counts } = await readChange()
  const [applied] = await queueForLock(
    shop.db,
    (tx) => sql`update parts set unit_price_cents = 280 where id = ${id}`.execute(tx),
    [apply],
  )
  expect(applied).toEqual([])
  expect(await apply()).toEqual([])
  expect(await stockOf(shop, id)).toEqual({ onHand: 100, reserved: 0 })
  expect(await counts()).toEqual({ applied: 0, failed: 1 })
})
