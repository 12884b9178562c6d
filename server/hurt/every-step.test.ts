import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopProcess, startShopProcess } from '../testing/shop-process.ts'
import { closeBooks } from './close-books.ts'
import { counts } from './counts.ts'
import { operations } from './operations.ts'
import { type Scene, setScene } from './scene.ts'
import { sweep } from './sweep.ts'

let shop: ShopProcess
let scene: Scene

beforeAll(async () => {
  shop = await startShopProcess()
  scene = await setScene(shop)
})
afterAll(() => shop.close())

const all = Object.entries(operations)

test.each(all)('the connection is cut before and after each step: %s', async (_, operation) => {
  const hits = await sweep({ shop, prepare: () => operation(scene), fault: 'cut', every: true })
  expect(hits).toBeGreaterThan(6)
  await closeBooks(shop, hits)
})

test.each(all)('the shop is killed before and after each step: %s', async (_, operation) => {
  const hits = await sweep({
    shop,
    prepare: () => operation(scene),
    fault: () => shop.kill(),
    recover: () => shop.start(),
    every: counts.killAtEachStep,
  })
  expect(hits).toBeGreaterThan(1)
  await closeBooks(shop, hits)
})
