import { toCodeKey } from '@freehub/contract/order-pad/codes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addPartCode, addPartWithSku } from '../../../tests/support/shop/part-codes.ts'
import { addPriceTiers, deletePart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

let customer: TestUser
let chain: string
let rotor: string

const shop = await startTestShop()
afterAll(() => shop.close())

beforeEach(async () => {
  customer = await addCustomer(shop)
  chain = await addPartWithSku(shop, 'FH-10110-7', { name: 'Holm chain', minimum: 50, stock: 8100 })
  rotor = await addPartWithSku(shop, 'FH-13132-7', { name: 'Holm rotor' })
})
afterEach(async () => {
  await sql`truncate parts cascade`.execute(shop.db)
})

const send = (rows: string[][], user = customer) =>
  user.call('POST', '/api/order-pad/rows', { rows })

async function match(...cells: string[]) {
  const { body } = await send([cells])
  return body.rows[0]
}

test('returns the layout: columns of codes, quantities and names, and the headings', async () => {
  const headings = ['Pos.', 'Bezeichnung', 'Menge', 'Artikel']
  const { body } = await send([headings, ['1', 'Kette', '280', 'FH-10110-7']])
  expect(body.layout).toEqual({
    codeColumns: [3],
    quantityColumn: 2,
    nameColumn: 1,
    headings,
    isQuantityUnclear: false,
  })
})

test('returns the price steps of each part by ascending quantity, without the list price', async () => {
  await addPriceTiers(shop, chain, [1000, 200], [300, 225], [50, 250])
  const { body } = await send([['FH-10110-7'], ['FH-13132-7']])
  const parts = body.parts as { productId: string; priceTiers: object[] }[]
  expect(new Map(parts.map(({ productId, priceTiers }) => [productId, priceTiers]))).toEqual(
    new Map([
      [
        chain,
        [
          { fromQuantity: 300, unitPriceCents: 225 },
          { fromQuantity: 1000, unitPriceCents: 200 },
        ],
      ],
      [rotor, []],
    ]),
  )
})

describe('a row', () => {
  test('is found by SKU, with the terms of its part and its quantity', async () => {
    const { status, body } = await send([['fh 10110 7', '280']])
    expect(status).toBe(200)
    expect(body.rows).toEqual([
      {
        state: 'found',
        skipReason: null,
        code: 'fh 10110 7',
        matches: [{ productId: chain, matchedBy: 'sku', brand: null, replaces: null }],
        quantity: 280,
        isQuantityAssumed: false,
        isQuantityUnclear: false,
        quantityText: null,
        name: null,
      },
    ])
    expect(body.parts).toEqual([
      {
        productId: chain,
        name: 'Holm chain',
        sku: 'FH-10110-7',
        img: expect.any(String),
        unitPriceCents: 250,
        available: 8100,
        minimumOrder: 50,
        orderMultiple: null,
        priceTiers: [],
        isOnSale: true,
      },
    ])
  })

  test('without a quantity gets the minimum order, marked as assumed', async () => {
    expect(await match('FH-10110-7')).toMatchObject({ quantity: 50, isQuantityAssumed: true })
  })

  test('with a code of two parts and the GTIN of one of them is found as the part with the GTIN', async () => {
    await addPartCode(shop, chain, 'competitor', 'KC-1000', 'Kestrel')
    await addPartCode(shop, rotor, 'competitor', 'KC-1000', 'Kestrel')
    await addPartCode(shop, rotor, 'gtin', '4006381333931')
    expect(await match('KC-1000', '5')).toMatchObject({ state: 'choose' })
    expect(await match('KC-1000', '4006381333931', '5')).toMatchObject({
      state: 'found',
      matches: [{ productId: rotor }],
    })
  })

  test('with the codes of different parts requires a choice', async () => {
    await addPartCode(shop, rotor, 'gtin', '4006381333931')
    expect(await match('FH-10110-7', '4006381333931', '5')).toMatchObject({ state: 'choose' })
  })

  test('is found by GTIN, with or without leading zeros', async () => {
    await addPartCode(shop, chain, 'gtin', '2000000000022')
    const found = { state: 'found', matches: [{ productId: chain, matchedBy: 'gtin' }] }
    expect(await match('2000000000022', '60')).toMatchObject(found)
    expect(await match('02000000000022', '60')).toMatchObject(found)
  })

  test('with a competitor’s number names the brand', async () => {
    await addPartCode(shop, chain, 'competitor', 'CN-HX91', 'Tarnholt')
    const matches = [{ productId: chain, matchedBy: 'competitor', brand: 'Tarnholt' }]
    expect(await match('cn hx91', '60')).toMatchObject({ state: 'found', matches })
  })

  test.each([
    ['CMK X11', '80'],
    ['CMK X11 80', ''],
    ['80 Stück CMK X11', ''],
    ['CM-K: x11', '80'],
  ])('is found by a brand and a short number: %s', async (code, quantity) => {
    await addPartCode(shop, chain, 'competitor', 'X11', 'CM-K')
    const matches = [{ productId: chain, matchedBy: 'competitor', brand: 'CM-K' }]
    expect(await match(code, quantity)).toMatchObject({ state: 'found', matches, quantity: 80 })
  })

  test('with a code that two brands use for different parts requires a choice', async () => {
    await addPartCode(shop, chain, 'competitor', 'HX-910', 'Tarnholt')
    await addPartCode(shop, rotor, 'competitor', 'HX910', 'Vexley')
    await addPartCode(shop, chain, 'competitor', 'HX/910', 'Wendry')
    const row = await match('HX-910', '60')
    expect(row).toMatchObject({
      state: 'choose',
      quantity: 60,
      matches: [
        { productId: chain, brand: 'Tarnholt' },
        { productId: rotor, brand: 'Vexley' },
      ],
    })
  })

  test('is found by a code that two brands use for the same part', async () => {
    await addPartCode(shop, chain, 'competitor', 'HX-910', 'Tarnholt')
    await addPartCode(shop, chain, 'competitor', 'HX910', 'Vexley')
    expect(await match('HX-910')).toMatchObject({ state: 'found', matches: [{ productId: chain }] })
  })

  test('requires a choice if a part number without FH is also a competitor’s number and not an own number', async () => {
    await addPartCode(shop, rotor, 'competitor', '101107', 'Vexley')
    expect(await match('10110-7', '60')).toMatchObject({
      state: 'choose',
      matches: [{ productId: rotor }, { productId: chain }],
    })
    await customer.call('PUT', '/api/own-numbers', { code: '10110-7', productId: rotor })
    expect(await match('10110-7', '60')).toMatchObject({
      state: 'found',
      matches: [{ productId: rotor, matchedBy: 'own' }],
    })
  })

  test('that is a line of a mail is found by a code within the text', async () => {
    const { body } = await send([['10x FH-13132-7 chainring'], ['FH 10110 7 - 60 Stk']])
    expect(body.rows).toMatchObject([
      { state: 'found', quantity: 10, matches: [{ productId: rotor }] },
      { state: 'found', quantity: 60, matches: [{ productId: chain }] },
    ])
  })

  test('with a superseded number leads to the successor', async () => {
    const successor = await addPartWithSku(shop, 'FH-10111-4', { supersedes: 'FH-10109-9' })
    expect(await match('FH-10109-9')).toMatchObject({
      state: 'found',
      matches: [{ productId: successor, matchedBy: 'superseded', replaces: 'FH-10109-9' }],
    })
  })

  test('with the code of a deleted part leads to its last successor', async () => {
    const second = await addPartWithSku(shop, 'FH-10112-0', { supersedes: 'FH-10110-7' })
    const third = await addPartWithSku(shop, 'FH-10113-X', { supersedes: 'FH-10112-0' })
    await deletePart(shop, chain)
    await deletePart(shop, second)
    await addPartCode(shop, chain, 'gtin', '2000000000022')
    expect(await match('FH-10110-7')).toMatchObject({
      state: 'found',
      matches: [{ productId: third, matchedBy: 'superseded', replaces: 'FH-10110-7' }],
    })
    expect(await match('2000000000022')).toMatchObject({
      state: 'found',
      matches: [{ productId: third, matchedBy: 'gtin', replaces: 'FH-10110-7' }],
    })
  })

  test('with the code of a deleted part without a successor is unknown, and contains that part', async () => {
    await deletePart(shop, chain)
    const { body } = await send([['FH-10110-7', '280']])
    expect(body.rows[0]).toMatchObject({ state: 'unknown', matches: [{ productId: chain }] })
    expect(body.parts).toMatchObject([{ productId: chain, isOnSale: false }])
  })

  test('with a wrong check digit is a guess', async () => {
    const row = await match('FH-13132-1', '100')
    expect(row).toMatchObject({
      state: 'guess',
      quantity: 100,
      matches: [{ productId: rotor, matchedBy: 'correction' }],
    })
  })

  test('with a code whose digits a spreadsheet has rounded is marked as shortened', async () => {
    const { body } = await send([
      ['FH-10110-7', '50'],
      ['4,00638E+12', '10'],
    ])
    expect(body.rows[1]).toMatchObject({ state: 'shortened', code: '4,00638E+12', matches: [] })
  })

  test('with an unknown code is unknown', async () => {
    const { body } = await send([
      ['FH-10110-7', '50'],
      ['ZZ-99999', '10'],
    ])
    expect(body.rows[1]).toMatchObject({ state: 'unknown', code: 'ZZ-99999', matches: [] })
  })

  test('without content is skipped', async () => {
    const { body } = await send([
      ['FH-10110-7', '50'],
      ['', ''],
    ])
    expect(body.rows[1]).toMatchObject({ state: 'skipped', skipReason: 'empty' })
  })
})

describe('a code that identifies several parts', () => {
  const CODE = '2000000000022'

  test('is read as an own number first, then as SKU, GTIN, superseded number and competitor’s number', async () => {
    const parts = await Promise.all(
      ['A-1', 'A-2', 'A-3', 'A-4'].map((sku) => addPartWithSku(shop, sku, { name: sku })),
    )
    const [own = '', bySku = '', byGtin = '', competitor = ''] = parts
    const successor = await addPartWithSku(shop, 'A-5', { supersedes: CODE })
    await addPartCode(shop, competitor, 'competitor', CODE, 'Tarnholt')
    await addPartCode(shop, byGtin, 'gtin', CODE)
    await shop.db.updateTable('parts').set({ sku: CODE }).where('id', '=', bySku).execute()
    await customer.call('PUT', '/api/own-numbers', { code: CODE, productId: own })

    const order: [string, string][] = [
      [own, 'own'],
      [bySku, 'sku'],
      [byGtin, 'gtin'],
      [successor, 'superseded'],
      [competitor, 'competitor'],
    ]
    for (const [productId, matchedBy] of order) {
      const row = await match(CODE, '10')
      expect(row).toMatchObject({ state: 'found', matches: [{ productId, matchedBy }] })
      // The SKU of a deleted part leads to its successor.
      await shop.db.updateTable('parts').set({ sku: null }).where('id', '=', productId).execute()
      await deletePart(shop, productId)
    }
    expect(await match(CODE, '10')).toMatchObject({ state: 'unknown' })
  })

  test('is never read as the own number of another user', async () => {
    const other = await addCustomer(shop)
    await other.call('PUT', '/api/own-numbers', { code: 'RT-160-6', productId: rotor })
    expect((await send([['RT-160-6', '5']], other)).body.rows[0]).toMatchObject({ state: 'found' })
    expect(await match('RT-160-6', '5')).not.toMatchObject({ matches: [{ productId: rotor }] })
  })
})

describe('the SKU of a part', () => {
  test('is found immediately after a change, and its old value is not found any more', async () => {
    await shop.db.updateTable('parts').set({ sku: 'NEW-77-1' }).where('id', '=', chain).execute()
    expect(await match('new 77 1', '5')).toMatchObject({ state: 'found' })
    expect(await match('FH-10110-7', '5')).toMatchObject({ state: 'unknown' })
  })

  test.each([
    'FH-10110-7',
    '4006381333931',
    '40063813',
    '96385074',
    '036000291452',
    'ＦＨ－１０１１０－７',
    'a b/c.d_1',
    'straße 7',
    'Ä-1',
    '=+-@',
    '№ 5',
    '車-1',
    'ﬁ-9',
  ])('the database and the parser compute the same key: %s', async (sku) => {
    await shop.db.updateTable('parts').set({ sku }).where('id', '=', chain).execute()
    const codes = await shop.db
      .selectFrom('part_codes')
      .select('key')
      .where('part_id', '=', chain)
      .execute()
    expect(codes.map(({ key }) => key)).toEqual([toCodeKey(sku)].filter(Boolean))
  })
})

describe('the limits', () => {
  const codeOf = async (rows: string[][]) => {
    const { status, body } = await send(rows)
    return [status, body.code, Object.values(body.errors ?? {})[0]]
  }

  test('allow at most 500 rows, 12 cells a row and 80 characters a cell', async () => {
    const full = Array.from({ length: 500 }, () =>
      Array.from({ length: 12 }, () => '車'.repeat(80)),
    )
    expect((await send(full)).body.rows).toHaveLength(500)
    const rows = Array.from({ length: 501 }, () => ['1'])
    const wide = [Array.from({ length: 13 }, () => '1')]
    expect(await codeOf(rows)).toEqual([400, 'input_invalid', 'Send at most 500 rows at a time.'])
    expect(await codeOf(wide)).toEqual([400, 'input_invalid', 'A row has at most 12 cells.'])
    expect(await codeOf([['x'.repeat(81)]])).toEqual([
      400,
      'input_invalid',
      'At most 80 characters.',
    ])
    expect(await codeOf([])).toEqual([400, 'input_invalid', 'Send at least one row.'])
  })

  test('refuse control characters, 10,000 cells and cells that are not text', async () => {
    expect(await codeOf([['FH\u0000-10110-7']])).toEqual([
      400,
      'input_invalid',
      'Control characters are not allowed.',
    ])
    expect((await codeOf([Array.from({ length: 10_000 }, () => '1')]))[0]).toBe(400)
    const wrong = await customer.call('POST', '/api/order-pad/rows', { rows: [[7]] })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'input_invalid'])
  })

  test('refuse a body above 1.5 MiB', async () => {
    const { status, body } = await send([['x'.repeat(1536 * 1024)]])
    expect([status, body.code]).toEqual([413, 'paste_too_large'])
  })

  test('allow each user twelve pastes of more than five rows a minute, and further small pastes', async () => {
    const rows = Array.from({ length: 6 }, () => ['1'])
    for (let n = 0; n < 12; n++) expect((await send(rows)).status).toBe(200)
    expect((await send([['1']])).status).toBe(200)
    const refused = await send(rows)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send(rows, await addAdmin(shop))).status).toBe(200)
  })
})
