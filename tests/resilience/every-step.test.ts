import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { closeBooks } from './close-books.ts'
import { counts, isFull } from './counts.ts'
import { operations } from './operations.ts'
import { takeTime } from './patience.ts'
import { type Scene, setScene } from './scene.ts'
import { sweep, untilAnswered } from './sweep.ts'

takeTime()

let shop: ShopProcess
let scene: Scene

beforeAll(async () => {
  shop = await startShopProcess()
  scene = await setScene(shop)
})
afterAll(() => shop.close())

const all = Object.entries(operations)
const inNpmTest = (...names: string[]) => all.filter(([name]) => isFull || names.includes(name))
/** One of each kind: stock alone, a payment that is cancelled, money that comes, money that goes back. */
const cut = inNpmTest(
  'place an order',
  'cancel an order with an open payment',
  'settle a payment that is reported',
  'refund an order',
)
const killed = inNpmTest('place an order')

test.each(cut)('the connection is cut before and after each step: %s', async (_, operation) => {
  const hits = await sweep({
    shop,
    prepare: () => operation(scene),
    fault: 'cut',
    every: counts.everyStep,
  })
  expect(hits).toBeGreaterThan(isFull ? 6 : 1)
  await closeBooks(shop, hits)
})

test.each(killed)('the shop is killed before and after each step: %s', async (_, operation) => {
  const hits = await sweep({
    shop,
    prepare: () => operation(scene),
    fault: () => shop.kill(),
    // The answer may have been quicker than the kill that is on its way.
    async recover(hit) {
      if (hit) await shop.kill()
      await shop.start()
    },
    every: counts.everyStep,
  })
  expect(hits).toBeGreaterThan(1)
  await closeBooks(shop, hits)
})

// It takes as long as the shop and its database wait: too long for every run.
if (counts.waitsForReal) {
  test('a connection that falls silent in a transaction holds nobody up for a minute', async () => {
    const place = operations['place an order'] as (typeof all)[number][1]
    const [stuck, others] = [await place(scene), await place(scene)]
    const silent = Promise.withResolvers<void>()
    // The stock is claimed, its row locked, and then nothing is heard any more.
    const fault = () => silent.promise
    const of = /insert into order_lines/
    const point = shop.proxy.plan.failAt({ step: 1, of, when: 'before', fault })
    const stuckAnswer = stuck.ask()
    await waitUntil('it is stuck', () => point.hit !== undefined)
    await others.done(await untilAnswered(others))
    expect((await stuckAnswer).status).toBe(503)
    silent.resolve()
    shop.proxy.plan.forget()
    await stuck.done(await untilAnswered(stuck))
    await closeBooks(shop, 1)
  })
}
