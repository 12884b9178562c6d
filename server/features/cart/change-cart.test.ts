import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { countOutcomes } from '../../../tests/support/shop/api-client.ts'
import { addToCart, readCartQuantities, sameQuantityOf } from '../../../tests/support/shop/carts.ts'
import { addPart, addParts, deletePart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const customer = await addCustomer(shop)
const part = await addPart(shop, { stock: 1_000 })
afterAll(() => shop.close())

const change = ({ call }: TestUser, ...changes: object[]) => call('PATCH', '/api/cart', { changes })

async function cartIdOf({ id }: TestUser) {
  const cart = shop.db.selectFrom('carts').select('id').where('user_id', '=', id)
  return (await cart.executeTakeFirstOrThrow()).id
}

describe('a new cart', () => {
  test('is empty and has version 0', async () => {
    const { call } = await addCustomer(shop)
    const { body } = await call('GET', '/api/cart')
    expect(body).toEqual({ version: 0, totalCents: 0, lines: [] })
    expect((await call('GET', '/api/cart/count')).body).toEqual({ version: 0, lineCount: 0 })
  })

  test.each(['GET /api/cart', 'GET /api/cart/count', 'PATCH /api/cart', 'POST /api/cart/merge'])(
    'is private: %s needs a sign-in',
    async (route) => {
      const [method, path] = route.split(' ') as [string, string]
      const body = method === 'GET' ? undefined : {}
      const { status, body: problem } = await shop.call(method, path, body)
      expect([status, problem.code]).toEqual([401, 'token_missing'])
    },
  )

  test('is created once by concurrent first changes, and keeps all of them', async () => {
    const user = await addCustomer(shop)
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => change(user, { productId: part, add: 1 })),
    )
    expect(countOutcomes(responses)).toEqual({ '200': 8 })
    expect(await readCartQuantities(user)).toEqual({ [part]: 8 })
  })
})

describe('changing the cart', () => {
  test('adds, sets and removes lines, and keeps their sequence', async () => {
    const user = await addCustomer(shop)
    const [first, second, third] = (await addParts(shop, 3, { cents: 300 })) as [
      string,
      string,
      string,
    ]
    const added = await change(
      user,
      { productId: third, add: 10 },
      { productId: first, add: 20 },
      { productId: second, add: 30 },
    )
    expect([added.status, added.body.lineCount, added.body.version]).toEqual([200, 3, 1])
    expect(added.headers.get('cache-control')).toBe('no-store')
    const changed = await change(
      user,
      { productId: first, set: 40, seen: 20 },
      { productId: second, set: 0, seen: 30 },
      { productId: third, add: 5 },
    )
    expect(changed.body).toMatchObject({ version: 2, lineCount: 2 })
    const { body } = await user.call('GET', '/api/cart')
    expect(body).toMatchObject({
      version: 2,
      totalCents: 300 * 55,
      lines: [
        { productId: third, quantity: 15, unitPriceCents: 300, problems: [] },
        { productId: first, quantity: 40 },
      ],
    })
    expect((await user.call('GET', '/api/cart/count')).body).toEqual({
      version: 2,
      lineCount: 2,
    })
  })

  test('sums up 30 additions from each of two tabs', async () => {
    const user = await addCustomer(shop)
    const addOne = () => change(user, { productId: part, add: 1 })
    const addFromTab = async () => {
      const responses = []
      for (let n = 0; n < 3; n++)
        responses.push(...(await Promise.all(Array.from({ length: 10 }, addOne))))
      return responses
    }
    const responses = (await Promise.all([addFromTab(), addFromTab()])).flat()
    expect(countOutcomes(responses)).toEqual({ '200': 60 })
    expect(await readCartQuantities(user)).toEqual({ [part]: 60 })
    expect((await user.call('GET', '/api/cart/count')).body.version).toBe(60)
  })

  test('refuses to set a quantity that another tab has changed, and changes nothing', async () => {
    const user = await addCustomer(shop)
    const other = await addPart(shop)
    await change(user, { productId: part, add: 20 })
    const responses = await runInLockOrder(shop.db, lockRow('carts', await cartIdOf(user)), [
      () => change(user, { productId: part, add: 5 }),
      () => change(user, { productId: other, add: 1 }, { productId: part, set: 30, seen: 20 }),
      () => change(user, { productId: part, add: 5 }),
    ])
    expect(countOutcomes(responses)).toEqual({ '200': 2, line_changed: 1 })
    expect(responses[1]?.body.lines).toEqual([
      {
        productId: part,
        code: 'line_changed',
        available: 1000,
        detail: 'The quantity is 25 now: it has changed in another window.',
        line: expect.objectContaining({ productId: part, quantity: 25, unitPriceCents: 250 }),
      },
    ])
    expect(await readCartQuantities(user)).toEqual({ [part]: 30 })
  })

  test('refuses to set the quantity of a line that another tab has removed', async () => {
    const user = await addCustomer(shop)
    const { status, body } = await change(user, { productId: part, set: 30, seen: 20 })
    expect([status, body.code, body.detail]).toEqual([
      409,
      'line_changed',
      'This line was removed in another window.',
    ])
  })

  test('makes a change once for requests with the same idempotency key', async () => {
    const user = await addCustomer(shop)
    const key = { 'idempotency-key': randomUUID() }
    const body = { changes: [{ productId: part, add: 7 }] }
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => user.call('PATCH', '/api/cart', body, key)),
    )
    for (const response of responses) {
      expect(response.status).toBe(200)
      expect(response.body).toMatchObject({ version: 1, lineCount: 1, lines: [{ quantity: 7 }] })
    }
    expect(responses.filter(({ body }) => body.isRepeated)).toHaveLength(3)
    expect((await user.call('GET', '/api/cart/count')).body.version).toBe(1)
    const reused = await user.call(
      'PATCH',
      '/api/cart',
      { changes: [{ productId: part, add: 8 }] },
      key,
    )
    expect([reused.status, reused.body.code]).toEqual([422, 'key_reused'])
    expect(await readCartQuantities(user)).toEqual({ [part]: 7 })
  })

  test.each([
    ['unknown', () => randomUUIDv7()],
    ['deleted', () => addDeletedPart()],
  ])('refuses a part that is %s, and changes nothing', async (_, findPart) => {
    const user = await addCustomer(shop)
    const productId = await findPart()
    for (const lastChange of [
      { productId, add: 1 },
      { productId, set: 1, seen: 0 },
    ]) {
      const { status, body } = await change(user, { productId: part, add: 10 }, lastChange)
      expect([status, body.code, body.lines[0].productId]).toEqual([404, 'part_missing', productId])
    }
    expect(await readCartQuantities(user)).toEqual({})
  })

  test('lets a customer remove the line of a part that was deleted', async () => {
    const user = await addCustomer(shop)
    const gone = await addPart(shop)
    await change(user, { productId: gone, add: 10 })
    await deletePart(shop, gone)
    const { body } = await user.call('GET', '/api/cart')
    expect(body).toMatchObject({
      totalCents: 0,
      lines: [{ productId: gone, available: 0, problems: [{ code: 'part_missing' }] }],
    })
    const removed = await change(user, { productId: gone, set: 0, seen: 10 })
    expect([removed.status, removed.body.lineCount]).toEqual([200, 0])
  })

  test('refuses more than 1,000,000,000 pieces in a line', async () => {
    const user = await addCustomer(shop)
    await change(user, { productId: part, set: 1_000_000_000, seen: 0 })
    const { status, body } = await change(user, { productId: part, add: 1 })
    expect([status, body.code]).toEqual([400, 'input_invalid'])
    expect(await readCartQuantities(user)).toEqual({ [part]: 1_000_000_000 })
  })

  test('keeps the carts of two customers separate', async () => {
    const [one, two] = [await addCustomer(shop), await addCustomer(shop)]
    await change(one, { productId: part, add: 10 })
    expect(await readCartQuantities(two)).toEqual({})
    expect((await change(two, { productId: part, set: 0, seen: 10 })).body.code).toBe(
      'line_changed',
    )
    expect(await readCartQuantities(one)).toEqual({ [part]: 10 })
  })

  test('allows 500 lines and refuses the 501st, also for concurrent additions', async () => {
    const user = await addCustomer(shop)
    const parts = await addParts(shop, 504)
    const first = await addToCart(user.call, sameQuantityOf(parts.slice(0, 498)))
    expect([first.status, first.body.lineCount, first.body.lines.length]).toEqual([200, 498, 498])
    const responses = await runInLockOrder(
      shop.db,
      lockRow('carts', await cartIdOf(user)),
      parts.slice(498, 502).map((productId) => () => change(user, { productId, add: 10 })),
    )
    expect(countOutcomes(responses)).toEqual({ '200': 2, cart_full: 2 })
    expect(responses[2]?.body.lines).toMatchObject([{ productId: parts[500], code: 'cart_full' }])
    const [removed, added] = [parts[0], parts[503]]
    const swapped = await change(
      user,
      { productId: removed, set: 0, seen: 10 },
      { productId: added, add: 10 },
    )
    expect([swapped.status, swapped.body.lineCount]).toEqual([200, 500])
    expect(Object.keys(await readCartQuantities(user))).toHaveLength(500)
  })
})

describe('a changed price', () => {
  const setPrice = (id: string, cents: number) =>
    sql`update parts set unit_price_cents = ${cents} where id = ${id}`.execute(shop.db)
  const problemsOf = ({ body }: { body: { lines: { problems: { detail: string }[] }[] } }) =>
    body.lines.flatMap(({ problems }) => problems.map(({ detail }) => detail))

  test('is a problem of the line until the customer accepts the current price', async () => {
    const user = await addCustomer(shop)
    const productId = await addPart(shop, { cents: 250 })
    await change(user, { productId, add: 10 })
    await setPrice(productId, 275)
    const read = () => user.call('GET', '/api/cart')
    const fromShown = 'The price has changed from $2.50 to $2.75.'
    const typed = await change(user, { productId, set: 20, seen: 10, seenPriceCents: 250 })
    expect(typed.body.lines).toMatchObject([
      { quantity: 20, problems: [{ code: 'price_changed' }] },
    ])
    expect(problemsOf(typed)).toEqual([fromShown])
    expect(problemsOf(await change(user, { productId, add: 1 }))).toEqual([fromShown])
    const merge = { visitorCartId: randomUUID(), lines: [{ productId, quantity: 30 }] }
    await user.call('POST', '/api/cart/merge', merge)
    expect(problemsOf(await read())).toEqual([fromShown])

    await setPrice(productId, 300)
    const accept = (seenPriceCents: number) =>
      change(user, { productId, set: 30, seen: 30, seenPriceCents })
    expect(problemsOf(await accept(275))).toEqual(['The price has changed from $2.75 to $3.00.'])
    expect(problemsOf(await accept(300))).toEqual([])
    expect(problemsOf(await read())).toEqual([])
  })

  test('counts as seen if the request does not state what the customer saw', async () => {
    const user = await addCustomer(shop)
    const productId = await addPart(shop, { cents: 250 })
    await change(user, { productId, add: 10 })
    await setPrice(productId, 275)
    expect(problemsOf(await change(user, { productId, set: 10, seen: 10 }))).toEqual([])
  })

  test('is not reported if only the new quantity changes the unit price', async () => {
    const user = await addCustomer(shop)
    const productId = await addPart(shop, { cents: 250 })
    await sql`insert into part_price_tiers (part_id, from_quantity, unit_price_cents)
      values (${productId}, 10, 250), (${productId}, 50, 200)`.execute(shop.db)
    await change(user, { productId, add: 10 })
    const { body } = await change(user, { productId, add: 40 })
    expect(body.lines).toMatchObject([{ quantity: 50, unitPriceCents: 200, problems: [] }])
  })
})

describe('invalid changes', () => {
  test.each(['0', '-1', '1.5', '1e10', '10000000000', '"1e3"', '"7"', 'null', 'true', '[7]', '{}'])(
    'refuses the quantity %s',
    async (value) => {
      for (const field of [`"add":${value}`, `"set":${value},"seen":10`]) {
        if (field.startsWith('"set":0')) continue
        const text = `{"changes":[{"productId":"${part}",${field}}]}`
        const { status, body } = await customer.call('PATCH', '/api/cart', text)
        expect([text, status, body.code]).toEqual([text, 400, 'input_invalid'])
      }
      expect(await readCartQuantities(customer)).toEqual({})
    },
  )

  test.each<[string, unknown]>([
    ['an empty list of changes', { changes: [] }],
    ['a body without changes', {}],
    [
      '501 changes',
      { changes: Array.from({ length: 501 }, () => ({ productId: randomUUIDv7(), add: 1 })) },
    ],
    [
      'an unknown field',
      { changes: [{ productId: randomUUIDv7(), add: 1 }], userId: randomUUIDv7() },
    ],
    [
      'an unknown field of a change',
      { changes: [{ productId: randomUUIDv7(), add: 1, unitPriceCents: 1 }] },
    ],
    [
      'a change that adds and sets',
      { changes: [{ productId: randomUUIDv7(), add: 1, set: 2, seen: 0 }] },
    ],
    [
      'a change that sets without the seen quantity',
      { changes: [{ productId: randomUUIDv7(), set: 2 }] },
    ],
    ['an invalid id', { changes: [{ productId: 'chain', add: 1 }] }],
  ])('refuses %s', async (_, body) => {
    const { status, body: problem } = await customer.call('PATCH', '/api/cart', body)
    expect([status, problem.code]).toEqual([400, 'input_invalid'])
    expect(Object.keys(problem.errors)).not.toEqual([])
    expect(await readCartQuantities(customer)).toEqual({})
  })

  test('refuses two changes of one part, even if one id is in upper case', async () => {
    const changes = [part, part.toUpperCase()].map((productId) => ({ productId, add: 1 }))
    const { status, body } = await customer.call('PATCH', '/api/cart', { changes })
    expect([status, body.errors]).toEqual([400, { changes: 'Give each part once.' }])
  })
})

async function addDeletedPart() {
  const id = await addPart(shop)
  await deletePart(shop, id)
  return id
}
