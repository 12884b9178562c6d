import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingOf } from '../testing/orders.ts'
import { addParts } from '../testing/parts.ts'
import { addPeople } from '../testing/people.ts'
import { startTestShop, type TestShop } from '../testing/shop.ts'

/** The defaults of these settings, which other tests raise. */
const DEFAULTS = { NEW_CUSTOMER_UNPAID_VALUE_MAX: '', NEW_CUSTOMER_STOCK_SHARE_PERCENT: '' }

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ settings: DEFAULTS })
})
afterAll(() => shop.close())

test('six unconfirmed accounts that send 119 orders leave the catalogue orderable', async () => {
  const parts = await addParts(shop, 122, { stock: 5_400, minimum: 100, cents: 95 })
  const strangers = await addPeople(shop, 6, { emailConfirmed: false })
  for (let n = 0; n < 119; n++) {
    const { call } = strangers[n % 6] as (typeof strangers)[number]
    await call('POST', '/booking', bookingOf(parts[n] as string, 5_400))
    await call('POST', '/booking', bookingOf(parts[n] as string, 2_700))
  }
  expect(await orderableOf(parts)).toBe(122)
  const { rows } = await sql<{ reserved: number; unpaid: number }>`
    select (select sum(reserved) from parts) as reserved,
      (select count(*) from orders where cancelled_at is null) as unpaid`.execute(shop.db)
  expect(rows).toEqual([{ reserved: 6 * 2_700, unpaid: 6 }])
})

async function orderableOf(parts: string[]) {
  const { rows } = await sql<{ count: number }>`
    select count(*) from parts
    where id = any(${parts}::uuid[]) and on_hand - reserved >= minimum_order`.execute(shop.db)
  return rows[0]?.count
}
