import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopProcess, startShopProcess } from '../testing/shop-process.ts'

let shop: ShopProcess

beforeAll(async () => {
  shop = await startShopProcess({
    settings: { WORKERS: '2', WORKER_STUCK_SECONDS: '2', LOG_LEVEL: 'error' },
  })
})
afterAll(() => shop.close())

test('it serves', async () => {
  const answers = await Promise.all(Array.from({ length: 9 }, () => fetch(`${shop.url}/healthz`)))
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200))
})
