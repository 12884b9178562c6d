import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { stubStorage } from '../../testing/stub-storage.ts'
import { visitorCart } from './cart-sources.ts'

const chain = '01980000-0000-7000-8000-000000000001'

test('a preview reads the lines again that were saved while it was pending', async () => {
  stubStorage('localStorage')
  vi.stubGlobal('dispatchEvent', () => true)
  const save = (set: number) =>
    visitorCart.save([{ productId: chain, set, seen: 0, seenPriceCents: 580 }], '', [])
  await save(10)
  const fetch = vi.fn(async (_path: string, { body }: RequestInit) => {
    if (fetch.mock.calls.length === 1) await save(20)
    return Response.json({ version: 0, totalCents: 0, ...JSON.parse(String(body)) })
  })
  vi.stubGlobal('fetch', fetch)
  const cart = await new QueryClient().fetchQuery(visitorCart.query)
  expect(cart.lines).toEqual([{ productId: chain, quantity: 20 }])
})
