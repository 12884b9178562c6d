import { randomUUIDv7 } from 'node:crypto'
import { toCodeKey } from '@freehub/contract/order-pad/codes'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { uploadPartList } from '../../../../tests/support/shop/part-imports.ts'
import { addParts } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'
import { readCsvRows } from '../../../platform/csv/read-csv-rows.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
await sql`insert into families (code, name) values ('12', '=Chains, "long"')`.execute(shop.db)
afterAll(() => shop.close())

async function exportCsv(path: string): Promise<string> {
  const response = await fetch(new URL(`/api/${path}`, shop.url), {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  // Read bytes, as `text()` would remove the byte order mark.
  return Buffer.from(await response.arrayBuffer()).toString()
}

async function parseCsv(csv: string): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of readCsvRows(toStream(csv))) rows.push(cells)
  return rows
}

async function* toStream(text: string) {
  yield Buffer.from(text)
}

const character = fc.constantFrom(...`=+-@'",;ab1 \n\t`, '\r\n', 'ß', '車', '🚲', '＝', '\u202e')
const text = fc
  .string({ unit: character, minLength: 1, maxLength: 40 })
  .map((text) => `${text.trim() || '='}`)
const csvPart = fc.record({
  sku: fc.option(
    fc.string({ unit: fc.constantFrom(...`=+-@'",;aB1`), minLength: 1, maxLength: 9 }),
  ),
  name: text,
  description: text,
  unit_price_cents: fc.integer({ min: 1, max: 99_999_999 }),
  minimum_order: fc.integer({ min: 1, max: 1_000_000_000 }),
  on_hand: fc.integer({ min: 0, max: 1_000_000_000 }),
  family_code: fc.option(fc.constant('12')),
  pack_size: fc.option(fc.integer({ min: 1, max: 1000 })),
  weight_g: fc.option(fc.integer({ min: 1, max: 10_000_000 }).map((n) => n / 1000)),
  hs_code: fc.option(fc.constant('731511')),
  competitorNumber: fc.option(
    fc.record({
      brand: fc.string({ unit: fc.constantFrom(...`=+-@'",;a車`), minLength: 1, maxLength: 9 }),
      code: fc
        .string({ unit: fc.constantFrom(...`=-:'",;aB1`), minLength: 1, maxLength: 9 })
        .map((code) => `${code}7`),
    }),
  ),
  steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 500 })), {
    maxLength: 4,
  }),
})

const csvParts = fc.uniqueArray(csvPart, {
  minLength: 100,
  maxLength: 300,
  selector: ({ sku }) => sku ?? {},
})

/** Returns the stored tiers of a part: its price, and each step cheaper than the one before. */
function buildTiers(
  part: { id: string; unit_price_cents: number; minimum_order: number },
  steps: [more: number, less: number][],
) {
  let tier = {
    part_id: part.id,
    from_quantity: part.minimum_order,
    unit_price_cents: part.unit_price_cents,
  }
  const tiers = [tier]
  for (const [more, less] of steps) {
    tier = {
      ...tier,
      from_quantity: tier.from_quantity + more,
      unit_price_cents: tier.unit_price_cents - less,
    }
    if (tier.unit_price_cents > 0 && tier.from_quantity <= 1_000_000_000) tiers.push(tier)
  }
  return tiers
}

test('finds no changes in an imported export, whatever it contains', async () => {
  await fc.assert(
    fc.asyncProperty(csvParts, async (parts) => {
      await shop.db.deleteFrom('part_price_tiers').execute()
      await shop.db.deleteFrom('parts').execute()
      const rows = parts.map(({ steps: _, competitorNumber: __, ...part }) => ({
        id: randomUUIDv7(),
        img: '/a.svg',
        order_multiple: part.minimum_order > 1 ? part.minimum_order : null,
        ...part,
      }))
      await shop.db.insertInto('parts').values(rows).execute()
      const tiers = rows.flatMap((row, n) => buildTiers(row, parts[n]?.steps ?? []))
      await shop.db.insertInto('part_price_tiers').values(tiers).execute()
      const codes = rows.flatMap(({ id: part_id }, n) => {
        const { competitorNumber } = parts[n] ?? {}
        if (!competitorNumber) return []
        const { brand, code } = competitorNumber
        return [{ part_id, kind: 'competitor' as const, brand, code, key: toCodeKey(code) }]
      })
      await shop.db.insertInto('part_codes').values(codes).execute()
      const csv = await exportCsv('parts/export.csv')
      const [headings, ...cells] = await parseCsv(csv)
      expect(headings?.slice(0, 3)).toEqual(['id', 'sku', 'name'])
      expect(cells.map((row) => row[2])).toEqual(rows.map(({ name }) => name))
      const read = await uploadPartList(admin, csv, shop.url)
      expect(read.counts).toEqual({ add: 0, change: 0, same: rows.length, wrong: 0 })
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

test('escapes formulas in exported cells', async () => {
  const customer = await addCustomer(shop, { name: '=HYPERLINK("https://evil.example")' })
  const [part] = await addParts(shop, 1, { name: '@SUM(A1)', minimum: 1, stock: 1000 })
  for (let n = 0; n < 3; n++) await placeOrder(customer.call, part as string, 1)
  const orders = await exportCsv('orders/export.csv?status=Pending')
  const [headings, ...rows] = orders.trimEnd().split('\r\n')
  expect(headings).toContain('placedAt')
  expect(rows).toHaveLength(3)
  for (const row of rows) {
    expect(row).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(row).toContain(`,'+880 1711 000000,`)
    expect(row).toContain(`,'@SUM(A1),`)
  }
  expect((await parseCsv(await exportCsv('orders/export.csv?status=Shipped'))).length).toBe(1)
})

test('exports all search results, over several batches', async () => {
  await addParts(shop, 1201, { name: 'Zephyr chain' })
  const rows = await parseCsv(await exportCsv('parts/export.csv?search=zephyr'))
  expect(rows).toHaveLength(1202)
  expect(new Set(rows.map(([id]) => id)).size).toBe(1202)
  const invalid = await admin.call('GET', '/api/parts/export.csv?size=5')
  expect(invalid.body.errors).toEqual({ size: 'There is no such field.' })
})
