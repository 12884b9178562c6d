import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { stubStorage } from '../../../testing/stub-storage.ts'
import { type SessionUser, sessionQuery } from '../../identity/session.ts'
import { cartCountQuery } from '../cart-queries.ts'
import { changeVisitorLines, readVisitorCart, type VisitorCart } from '../visitor-cart.ts'
import { formatMergedLines, formatUnmergedLines } from './format-merge.ts'
import { mergeVisitorCart } from './merge-visitor-cart.ts'
import { readMergeMessage } from './stored-merge-message.ts'

const chain = { productId: '01980000-0000-7000-8000-000000000001', quantity: 50 }
const hub = { productId: '01980000-0000-7000-8000-000000000002', quantity: 10 }
const merged = {
  merged: [{ productId: chain.productId, name: 'Chain', before: 0, after: 50 }],
  leftOut: ['Hub'],
}
const user: SessionUser = {
  email: 'ada@dealer.example',
  name: 'Ada Dealer',
  image: null,
  emailConfirmed: true,
  admin: false,
}
let bodies: { visitorCartId: string; lines: unknown }[]
let respond: () => Response | Promise<Response>

beforeEach(() => {
  bodies = []
  respond = () => Response.json(merged)
  stubStorage('localStorage')
  stubStorage('sessionStorage')
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body))
    return respond()
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  queryClient.setQueryData(sessionQuery.queryKey, user)
  changeVisitorLines(() => [chain, hub])
})

afterEach(() => queryClient.clear())

test('merges once for concurrent calls, then removes the local lines and stores the result for the user', async () => {
  const { id } = readVisitorCart() as VisitorCart
  await Promise.all([mergeVisitorCart(), mergeVisitorCart()])
  await mergeVisitorCart()
  expect(bodies).toEqual([{ visitorCartId: id, lines: [chain, hub] }])
  expect(readVisitorCart()).toBeUndefined()
  expect(readMergeMessage(user.email)).toMatchObject(merged)
  expect(readMergeMessage('grace@dealer.example')).toBeUndefined()
})

test('repeats the merge with the same id after a lost response', async () => {
  respond = () => (bodies.length === 1 ? Promise.reject(new Error('lost')) : Response.json(merged))
  await mergeVisitorCart()
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toEqual(bodies[0])
  expect(readVisitorCart()).toBeUndefined()
})

test('keeps the visitor’s cart with its lines and id if there is no response', async () => {
  const cart = readVisitorCart()
  respond = () => Promise.reject(new Error('lost'))
  await mergeVisitorCart()
  expect(readVisitorCart()).toEqual(cart)
})

test('keeps lines that have changed during the merge, under a new id', async () => {
  const { id } = readVisitorCart() as VisitorCart
  respond = () => {
    changeVisitorLines(([first, second]) => [
      first as typeof chain,
      { ...(second as typeof hub), quantity: 20 },
    ])
    return Response.json(merged)
  }
  await mergeVisitorCart()
  const rest = readVisitorCart()
  expect(rest?.lines).toEqual([{ ...hub, quantity: 20 }])
  expect(rest?.id).not.toBe(id)
})

test('merges lines that are added after a merge without a response', async () => {
  respond = () => Promise.reject(new Error('lost'))
  await mergeVisitorCart()
  const saddle = { productId: '01980000-0000-7000-8000-000000000003', quantity: 1 }
  changeVisitorLines((lines) => [...lines, saddle])
  respond = () => Response.json(merged)
  await mergeVisitorCart()
  // The server returns its first result for an id that it knows.
  expect(bodies.at(-1)).toMatchObject({ lines: [chain, hub, saddle] })
  expect(bodies.at(-1)?.visitorCartId).not.toBe(bodies[0]?.visitorCartId)
  expect(readVisitorCart()).toBeUndefined()
})

test('keeps lines for which the cart is full, and merges them when it has a free line', async () => {
  let lineCount = 500
  vi.stubGlobal('fetch', (_path: string, { body }: { body?: string }) => {
    if (!body) return Response.json({ version: 1, lineCount })
    bodies.push(JSON.parse(body))
    return respond()
  })
  respond = () => Response.json({ ...merged, unmergedIds: [hub.productId] })
  const readCount = () => queryClient.fetchQuery(cartCountQuery)
  await readCount()
  await readCount()
  expect(bodies.map(({ lines }) => lines)).toEqual([[chain, hub]])
  expect(readVisitorCart()?.lines).toEqual([hub])
  lineCount = 499
  respond = () => Response.json({ ...merged, unmergedIds: [] })
  await readCount()
  expect(bodies.map(({ lines }) => lines)).toEqual([[chain, hub], [hub]])
  expect(readVisitorCart()).toBeUndefined()
})

test('ignores lines in local storage that the server would refuse', () => {
  const lines = [chain, { productId: 'chain', quantity: 1 }, { ...hub, quantity: 1.5 }, null]
  localStorage.setItem('visitorCart', JSON.stringify({ id: 'x', lines }))
  expect(readVisitorCart()?.lines).toEqual([chain])
  localStorage.setItem('visitorCart', '{')
  expect(readVisitorCart()).toBeUndefined()
})

test('stores at most 100 lines', () => {
  const lines = Array.from({ length: 101 }, (_, index) => ({
    productId: chain.productId.replace(/1$/, '').padEnd(36, `${index}`.padStart(3, '0')),
    quantity: 1,
  }))
  expect(changeVisitorLines(() => lines.slice(0, 100))).toBe(true)
  expect(changeVisitorLines(() => lines)).toBe(false)
})

test('describes what a merge has added, raised and left out', () => {
  const line = (name: string, before: number) => ({ productId: name, name, before, after: 50 })
  const added = ['Chain', 'Hub', 'Saddle', 'Pedal', 'Bell'].map((name) => line(name, 0))
  const unmergedIds = [hub.productId]
  const merged = { merged: [...added, line('Cog', 10)], leftOut: ['Fork'], unmergedIds }
  expect([...formatMergedLines(merged), ...formatUnmergedLines(merged)]).toEqual([
    '5 lines from this browser were added to your cart: Chain; Hub; Saddle; and 2 other parts.',
    'The larger quantity was kept for parts in both carts: Cog (50 instead of 10).',
    'Not added: Fork (your cart is full).',
    '1 line stays in this browser and will be added when your cart has fewer than 500 lines.',
  ])
})
