import { afterAll, expect, test } from 'vitest'
import { startTestShop } from '../../../tests/support/shop/shop.ts'

const shop = await startTestShop()
afterAll(() => shop.close())

test('reports liveness and readiness', async () => {
  expect((await shop.call('GET', '/healthz')).body).toEqual({ alive: true })
  expect((await shop.call('GET', '/readyz')).body).toEqual({ ready: true })
})
