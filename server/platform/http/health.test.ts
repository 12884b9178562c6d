import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

test('reports liveness and readiness', async () => {
  expect((await shop.call('GET', '/healthz')).body).toEqual({ alive: true })
  expect((await shop.call('GET', '/readyz')).body).toEqual({ ready: true })
})
