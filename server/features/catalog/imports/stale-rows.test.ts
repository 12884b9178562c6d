import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  runInLockOrder,
  waitForBlockedConnections,
} from '../../../../tests/support/database/locks.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { uploadPartList, waitForImport } from '../../../../tests/support/shop/part-imports.ts'
import { addParts, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { importRows } from '../../../platform/metrics/metrics.ts'
import { applyRows, takePendingRows } from './apply-rows.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterAll(() => shop.close())

/**
 * Imports a list that sets a price to 3.00 and removes 10 of 100 pieces. Returns functions that apply its rows and
 * return the reported changes.
 */
async function importChange({ img = '/a.svg', addition = '' } = {}) {
  const [id = ''] = await addParts(shop, 1)
  const list = `id,name,description,img,price,minimumOrder,availableQuantity
${id},,,${img},3.00,,90
${addition}`
  const { _id: importId } = await uploadPartList(admin, list, shop.url)
  await sql`update part_imports set state = 'applying' where id = ${importId}`.execute(shop.db)
  const context = { importId, byUser: admin.id, fileName: 'parts.csv' }
  const pendingRows = await takePendingRows(shop.db, context, 0)
  expect(pendingRows).toHaveLength(addition ? 2 : 1)
  const finishImport = () =>
    shop.db
      .updateTable('part_imports')
      .set({ state: 'applied' })
      .where('id', '=', importId)
      .returning(['applied', 'failed'])
      .executeTakeFirst()
  const apply = async (reported: string[] = []) => {
    const partsChanged = (keys: string[]) => void reported.push(...keys)
    await applyRows({ db: shop.db, partsChanged }, context, pendingRows)
    return reported
  }
  return { id, importId, finishImport, apply }
}

test('does not apply rows that another process has already applied', async () => {
  const { id, apply, finishImport } = await importChange()
  expect(await apply()).toEqual([id])
  expect(await apply()).toEqual([])
  expect(await readStock(shop, id)).toEqual({ onHand: 90, reserved: 0 })
  expect(await finishImport()).toEqual({ applied: 1, failed: 0 })
})

test('applies rows once when two processes apply them at the same time', async () => {
  const { id, apply, finishImport } = await importChange()
  const applied = await runInLockOrder(
    shop.db,
    (tx) => sql`select from parts where id = ${id} for update`.execute(tx),
    [() => apply(), () => apply()],
  )
  expect(applied).toEqual([[id], []])
  expect(await readStock(shop, id)).toEqual({ onHand: 90, reserved: 0 })
  expect(await finishImport()).toEqual({ applied: 1, failed: 0 })
})

test('continues an import whose database connection was lost, without a scheduled job', async () => {
  const [id = ''] = await addParts(shop, 1)
  const { _id: importId } = await uploadPartList(admin, `id,price\n${id},3.00`, shop.url)
  const connections = sql`from pg_stat_activity
    where datname = current_database() and application_name = 'freehub-import'`
  await shop.db.transaction().execute(async (tx) => {
    await sql`select from parts where id = ${id} for update`.execute(tx)
    await admin.call('POST', `/api/imports/${importId}/application`)
    await waitForBlockedConnections(shop.db, tx)
    await sql`select pg_terminate_backend(pid) ${connections}`.execute(shop.db)
    await waitUntil('the connection has ended', async () => {
      return (await sql`select ${connections}`.execute(shop.db)).rows.length === 0
    })
  })
  // No scheduled job starts imports in this shop.
  expect(await waitForImport(admin.call, importId, ['applied'])).toMatchObject({ applied: 1 })
})

test('skips a row once when its product changes at the same time', async () => {
  const { id, apply, finishImport } = await importChange()
  const [applied] = await runInLockOrder(
    shop.db,
    (tx) => sql`update parts set unit_price_cents = 280 where id = ${id}`.execute(tx),
    [() => apply()],
  )
  expect(applied).toEqual([])
  expect(await apply()).toEqual([])
  expect(await readStock(shop, id)).toEqual({ onHand: 100, reserved: 0 })
  expect(await finishImport()).toEqual({ applied: 0, failed: 1 })
})

test('counts a failed row once when two processes apply it at the same time', async () => {
  const { importId, apply, finishImport } = await importChange({ img: '/photos/none/160.webp' })
  const countFailed = async () =>
    (await importRows.get()).values.find(({ labels }) => labels.outcome === 'failed')?.value ?? 0
  const before = await countFailed()
  await runInLockOrder(
    shop.db,
    (tx) => sql`select from part_import_rows where import_id = ${importId} for update`.execute(tx),
    [() => apply(), () => apply()],
  )
  expect(await countFailed()).toBe(before + 1)
  expect(await finishImport()).toEqual({ applied: 0, failed: 1 })
})

test('reports added products even if the changes of the same batch fail', async () => {
  const addition = ',Chain,Nickel-plated.,/a.svg,2.68,10,500'
  const { id, apply, finishImport } = await importChange({ addition })
  const reported: string[] = []
  await shop.db.transaction().execute(async (tx) => {
    await sql`select from parts where id = ${id} for update`.execute(tx)
    const failure = expect(apply(reported)).rejects.toThrow('canceling statement')
    await waitForBlockedConnections(shop.db, tx)
    await sql`select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db)
    await failure
  })
  expect(reported).toEqual([expect.any(String)])
  expect(await apply()).toEqual([id])
  expect(await finishImport()).toEqual({ applied: 2, failed: 0 })
})

test('does not add the change of stock again after a second import of the same file', async () => {
  const [id = '', other = ''] = await addParts(shop, 2)
  const list = `id,availableQuantity\n${id},150\n${other},90`
  const first = await uploadPartList(admin, list, shop.url)
  const second = await uploadPartList(admin, list, shop.url)
  await admin.call('POST', `/api/imports/${first._id}/application`)
  await waitForImport(admin.call, first._id, ['applied'])
  await admin.call('POST', `/api/imports/${second._id}/application`)
  const applied = await waitForImport(admin.call, second._id, ['applied'])
  expect(applied).toMatchObject({ applied: 0, failed: 2 })
  expect(await readStock(shop, id)).toEqual({ onHand: 150, reserved: 0 })
  const { body } = await admin.call('GET', `/api/imports/${second._id}/rows?fate=failed`)
  expect(body[0].refusal).toBe('The stock of this product was changed. Import the file again.')
})

test('does not change stock that a server with a slow clock has adjusted since the upload', async () => {
  const [id = ''] = await addParts(shop, 1)
  const movementId = randomUUIDv7()
  const { _id } = await uploadPartList(admin, `id,availableQuantity\n${id},150`, shop.url)
  expect(movementId < _id).toBe(true)
  await sql`with adjusted as (update parts set on_hand = 150 where id = ${id})
    insert into stock_movements (id, part_id, kind, pieces, by_user, reason)
    values (${movementId}, ${id}, 'adjustment', 50, ${admin.id}, 'Counted')`.execute(shop.db)
  await admin.call('POST', `/api/imports/${_id}/application`)
  const applied = await waitForImport(admin.call, _id, ['applied'])
  expect(applied).toMatchObject({ applied: 0, failed: 1 })
  expect(await readStock(shop, id)).toEqual({ onHand: 150, reserved: 0 })
})

test('applies the previewed stock change to the current stock if an order was placed since the preview', async () => {
  const [id = ''] = await addParts(shop, 1)
  const { _id } = await uploadPartList(admin, `id,availableQuantity\n${id},150`, shop.url)
  const customer = await addCustomer(shop)
  await placeOrder(customer.call, id)
  await admin.call('POST', `/api/imports/${_id}/application`)
  await waitForImport(admin.call, _id, ['applied'])
  expect(await readStock(shop, id)).toEqual({ onHand: 150, reserved: 10 })
})
