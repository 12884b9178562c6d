import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addPart, addParts, deletePart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

let customer: TestUser

const shop = await startTestShop()
const chain = await addPart(shop, { name: 'Holm chain', stock: 1000 })
const rotor = await addPart(shop, { name: 'Holm rotor', stock: 30 })
afterAll(() => shop.close())
beforeEach(async () => {
  customer = await addCustomer(shop)
})

type Lines = { productId: string; quantity: number }[]
const linesOf = (quantities: Record<string, number>): Lines =>
  Object.entries(quantities).map(([productId, quantity]) => ({ productId, quantity }))

const save = (quantities: Record<string, number>, name = 'Spring', headers = {}) =>
  customer.call('POST', '/api/lists', { name, lines: linesOf(quantities) }, headers)
const addList = async (quantities: Record<string, number>, name?: string): Promise<string> =>
  (await save(quantities, name)).body._id
const change = (id: string, body: object, user = customer) =>
  user.call('PATCH', `/api/lists/${id}`, body)
const read = async (id: string) => (await customer.call('GET', `/api/lists/${id}`)).body
const addToCart = (id: string, user = customer) => user.call('POST', `/api/lists/${id}/cart`)
const readCart = async () => {
  const { lines } = (await customer.call('GET', '/api/cart')).body
  return Object.fromEntries(lines.map((line: Lines[number]) => [line.productId, line.quantity]))
}
describe('a list', () => {
  test('is saved with its lines in order, and shown with current prices and problems', async () => {
    const { status, body } = await save({ [rotor]: 50, [chain]: 20 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Spring', version: 0, lineCount: 2 })
    expect(await read(body._id)).toMatchObject({
      ...body,
      totalCents: 5000,
      lines: [
        { productId: rotor, quantity: 50, problems: [{ code: 'quantity_above_available' }] },
        { productId: chain, quantity: 20, unitPriceCents: 250, problems: [] },
      ],
    })
  })

  test('is listed with the pieces and the total of the lines that can be ordered', async () => {
    await save({ [rotor]: 50, [chain]: 20 })
    await save({}, 'Empty')
    expect((await customer.call('GET', '/api/lists')).body).toMatchObject([
      { name: 'Empty', lineCount: 0, refusedCount: 0, quantity: 0, totalCents: 0 },
      { name: 'Spring', lineCount: 2, refusedCount: 1, quantity: 20, totalCents: 5000 },
    ])
  })

  test('is saved once for one Idempotency-Key', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [first, second] = [
      await save({ [chain]: 20 }, 'Spring', key),
      await save({ [chain]: 20 }, 'Spring', key),
    ]
    expect(second.body).toEqual(first.body)
    expect((await save({ [chain]: 30 }, 'Spring', key)).body.code).toBe('key_reused')
    expect((await customer.call('GET', '/api/lists')).body).toHaveLength(1)
  })

  test('accepts parts that are no longer sold, but no unknown parts', async () => {
    const gone = await addPart(shop)
    await deletePart(shop, gone)
    const id = await addList({ [gone]: 10 })
    expect((await read(id)).lines).toMatchObject([{ problems: [{ code: 'part_missing' }] }])
    expect((await save({ [randomUUID()]: 10 })).body.code).toBe('part_missing')
    expect((await customer.call('GET', '/api/lists')).body).toHaveLength(1)
  })

  test('is renamed and changed line by line', async () => {
    const id = await addList({ [chain]: 20, [rotor]: 10 })
    const { body } = await change(id, {
      name: 'Summer',
      changes: [
        { productId: chain, set: 40, seen: 20 },
        { productId: rotor, set: 0, seen: 10 },
      ],
    })
    expect(body).toMatchObject({ name: 'Summer', version: 1, lineCount: 1 })
    expect(body.lines).toMatchObject([{ productId: chain, quantity: 40 }])
    expect((await change(id, { name: '' })).body.errors).toEqual({ name: 'Enter a name.' })
    expect((await change(id, {})).body.code).toBe('input_invalid')
  })

  test('sums up concurrent additions, and refuses to set a quantity that another tab has changed', async () => {
    const id = await addList({ [chain]: 20 })
    await Promise.all(
      Array.from({ length: 20 }, () => change(id, { changes: [{ productId: chain, add: 10 }] })),
    )
    const stale = await change(id, {
      name: 'Lost',
      changes: [{ productId: chain, set: 50, seen: 20 }],
    })
    expect([stale.status, stale.body.code]).toEqual([409, 'line_changed'])
    expect(await read(id)).toMatchObject({
      name: 'Spring',
      version: 20,
      lines: [{ quantity: 220 }],
    })
  })

  test('is changed once for one Idempotency-Key', async () => {
    const id = await addList({ [chain]: 20 })
    const headers = { 'idempotency-key': randomUUID() }
    const body = { changes: [{ productId: chain, add: 10 }] }
    const first = await customer.call('PATCH', `/api/lists/${id}`, body, headers)
    const second = await customer.call('PATCH', `/api/lists/${id}`, body, headers)
    expect(second.body).toEqual(first.body)
    expect((await read(id)).lines).toMatchObject([{ quantity: 30 }])
  })

  test('of another user looks missing', async () => {
    const id = await addList({ [chain]: 20 })
    const other = await addCustomer(shop)
    const attempts = (list: string) =>
      Promise.all([
        other.call('GET', `/api/lists/${list}`),
        change(list, { name: 'Stolen' }, other),
        other.call('DELETE', `/api/lists/${list}`),
        addToCart(list, other),
      ])
    const refused = await attempts(id)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([404, 'list_missing']),
    )
    const missing = await attempts(randomUUID())
    expect(missing.map(({ body }) => body)).toEqual(refused.map(({ body }) => body))
    expect(await read(id)).toMatchObject({ name: 'Spring', version: 0 })
  })

  test('is missing after it is deleted', async () => {
    const id = await addList({ [chain]: 20 })
    expect((await customer.call('DELETE', `/api/lists/${id}`)).body).toEqual({ deletedCount: 1 })
    expect((await customer.call('DELETE', `/api/lists/${id}`)).body.code).toBe('list_missing')
  })
})

describe('the limits', () => {
  test('refuses the 51st list, also for concurrent requests', async () => {
    for (let n = 0; n < 45; n++) await save({}, `List ${n}`)
    const saved = await Promise.all(Array.from({ length: 10 }, () => save({ [chain]: 10 })))
    const codes = saved.map(({ status, body }) => body.code ?? status).toSorted()
    expect(codes).toEqual([...Array(5).fill(201), ...Array(5).fill('lists_full')])
    expect((await customer.call('GET', '/api/lists')).body).toHaveLength(50)
  })

  test('are 500 lines of a list, also for concurrent additions', async () => {
    const parts = await addParts(shop, 510)
    const id = await addList(Object.fromEntries(parts.slice(0, 495).map((part) => [part, 10])))
    const added = await Promise.all(
      parts.slice(495, 505).map((productId) => change(id, { changes: [{ productId, add: 10 }] })),
    )
    const codes = added.map(({ status, body }) => body.code ?? status).toSorted()
    expect(codes).toEqual([...Array(5).fill(200), ...Array(5).fill('list_full')])
    const refused = added.find(({ body }) => body.code === 'list_full')
    expect(refused?.body.lines).toMatchObject([{ code: 'list_full' }])
    expect((await read(id)).lines).toHaveLength(500)
    const many = Object.fromEntries(parts.slice(0, 501).map((part) => [part, 10]))
    expect((await save(many)).body.errors).toEqual({ lines: 'At most 500 lines.' })
  })
})

describe('adding a list to the cart', () => {
  test('twice leaves the same cart, and keeps larger quantities with a note', async () => {
    await customer.call('PATCH', '/api/cart', { changes: [{ productId: rotor, add: 20 }] })
    const id = await addList({ [chain]: 20, [rotor]: 10 })
    const [first, second] = [await addToCart(id), await addToCart(id)]
    const detail = 'Holm rotor: the cart already had 20 pieces. It keeps the larger quantity, 20.'
    const kept = { productId: rotor, name: 'Holm rotor', kind: 'kept', detail }
    expect(first.body).toEqual({ copied: 2, notes: [kept] })
    expect(second.body.notes).toEqual([expect.objectContaining({ productId: chain }), kept])
    expect(await readCart()).toEqual({ [chain]: 20, [rotor]: 20 })
  })

  test('changes nothing for a repeated idempotency key', async () => {
    const id = await addList({ [chain]: 20 })
    const headers = { 'idempotency-key': randomUUID() }
    const addOnce = () => customer.call('POST', `/api/lists/${id}/cart`, undefined, headers)
    const first = await addOnce()
    const lower = { productId: chain, set: 10, seen: 20 }
    await customer.call('PATCH', '/api/cart', { changes: [lower] })
    const repeated = await addOnce()
    expect([repeated.status, repeated.body]).toEqual([200, first.body])
    expect(await readCart()).toEqual({ [chain]: 10 })
  })

  test('names the parts that are replaced, short of stock or no longer sold', async () => {
    const gone = await addPart(shop, { name: 'Dray bell' })
    const old = await addPart(shop, { name: 'Dray chain' })
    const successor = await addPart(shop, { name: 'Dray chain 2' })
    await sql`update parts set sku = 'OLD-1' where id = ${old}`.execute(shop.db)
    await sql`update parts set supersedes = 'OLD-1' where id = ${successor}`.execute(shop.db)
    const id = await addList({ [gone]: 10, [old]: 20, [rotor]: 40 })
    await deletePart(shop, gone)
    await deletePart(shop, old)
    expect((await addToCart(id)).body).toEqual({
      copied: 2,
      notes: [
        {
          productId: gone,
          name: 'Dray bell',
          kind: 'gone',
          detail: 'Dray bell is no longer sold.',
        },
        {
          productId: successor,
          name: 'Dray chain',
          kind: 'replaced',
          detail: 'Dray chain was replaced by Dray chain 2.',
        },
        {
          productId: rotor,
          name: 'Holm rotor',
          kind: 'short',
          detail: 'Holm rotor: 40 pieces on the list, 30 in stock now.',
        },
      ],
    })
    expect(await readCart()).toEqual({ [successor]: 20, [rotor]: 40 })
  })

  test('sums the quantities of parts with the same successor, up to the maximum of a line', async () => {
    const old = await addParts(shop, 3)
    const successor = await addPart(shop, { name: 'Dray chain 3' })
    for (const [index, id] of [...old, successor].entries())
      await sql`update parts set sku = ${`CHAIN-${index}`}, supersedes = ${`CHAIN-${index - 1}`}
        where id = ${id}`.execute(shop.db)
    const id = await addList(Object.fromEntries(old.map((part) => [part, 1_000_000_000])))
    await Promise.all(old.map((id) => deletePart(shop, id)))
    const response = await addToCart(id)
    expect([response.status, response.body.copied]).toEqual([200, 1])
    const kinds = response.body.notes.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['replaced', 'replaced', 'replaced', 'short'])
    expect(response.body.notes[3].detail).toMatch(
      /^Dray chain 3: 1,000,000,000 pieces on the list, /,
    )
    expect(await readCart()).toEqual({ [successor]: 1_000_000_000 })
  })

  test('changes nothing if the cart would have more than 500 lines', async () => {
    const parts = await addParts(shop, 500)
    const changes = parts.slice(0, 499).map((productId) => ({ productId, add: 10 }))
    await customer.call('PATCH', '/api/cart', { changes })
    const id = await addList({ [chain]: 20, [rotor]: 10 })
    const refused = await addToCart(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'cart_full'])
    expect((await customer.call('GET', '/api/cart')).body.lines).toHaveLength(499)
  })
})
