import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopProcess, startShopProcess } from '../support/shop/shop-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import {
  createFixture,
  extendTestTimeouts,
  type Fixture,
  finishScenario,
  isFull,
  RECOVERY_TIMEOUT_MS,
  scale,
} from './fixture.ts'
import { injectFaults, observeSteps, retryUntilAnswered } from './inject-faults.ts'
import { operations, prepareCartOrder } from './operations.ts'

extendTestTimeouts()

let shop: ShopProcess
let fixture: Fixture

beforeAll(async () => {
  shop = await startShopProcess()
  fixture = await createFixture(shop)
})
afterAll(() => shop.close())

const allOperations = Object.entries(operations)
const selectOperations = (...names: string[]) =>
  allOperations.filter(([name]) => isFull || names.includes(name))
/** In `npm test`, one operation of each kind: stock, order batch, cancelled or settled payment, refund, many lines. */
const cutOperations = selectOperations(
  'place an order',
  'place an order as a trusted customer',
  'cancel an order with an open payment',
  'settle a payment reported by the browser',
  'refund an order',
  'place an order of 50 lines',
  'cancel one line of an order of 50 lines',
)
const killOperations = selectOperations('place an order')

test.each(cutOperations)(
  'completes an operation when the connection is cut before or after a step: %s',
  async (name, operation) => {
    const hits = await injectFaults({
      shop,
      prepare: () => operation(fixture),
      fault: 'cut',
      everyStep: scale.everyStep,
    })
    const isOneStatement = name === 'place an order as a trusted customer'
    expect(hits).toBeGreaterThan(isFull && !isOneStatement ? 3 : 1)
    await finishScenario(shop, hits)
  },
)

test.each(killOperations)(
  'completes an operation when the shop is killed before or after a step: %s',
  async (_, operation) => {
    const hits = await injectFaults({
      shop,
      prepare: () => operation(fixture),
      fault: () => shop.kill(),
      // The response may have arrived before the kill took effect.
      async recover(hit) {
        if (hit) await shop.kill()
        await shop.start()
      },
      everyStep: scale.everyStep,
    })
    expect(hits).toBeGreaterThan(1)
    await finishScenario(shop, hits)
  },
)

test('places an order of 50 lines in as many steps as an order of two lines', async () => {
  // Background work after earlier faults can add steps, but an order with more steps of its own never has three.
  const observeThree = (lineCount: number) =>
    waitUntil(
      `an order of ${lineCount} lines takes three steps`,
      async () => {
        const prepare = () => prepareCartOrder(fixture, lineCount)
        const steps = await observeSteps({ shop, prepare })
        return steps.length === 3 && steps
      },
      RECOVERY_TIMEOUT_MS,
    )
  expect(await observeThree(50)).toEqual(await observeThree(2))
  await finishScenario(shop, 2)
})

// Takes as long as the shop's and the database's timeouts: too long for `npm test`.
if (isFull) {
  test('ends a transaction whose connection hangs, so that other requests succeed within a minute', async () => {
    const prepare = (name: string) =>
      (operations[name] as (typeof allOperations)[number][1])(fixture)
    const [stuck, other] = [
      await prepare('adjust the stock of a part'),
      await prepare('place an order'),
    ]
    const silence = Promise.withResolvers<void>()
    // The connection hangs after it has changed the stock, which locks the part's row.
    const fault = () => silence.promise
    const pattern = /^commit$/
    const failpoint = shop.proxy.plan.failAt({ step: 1, pattern, timing: 'before', fault })
    const stuckResponse = stuck.send()
    await waitUntil('the request is stuck', () => failpoint.hit !== undefined)
    await other.expectDone(await retryUntilAnswered(other))
    expect((await stuckResponse).status).toBe(503)
    silence.resolve()
    shop.proxy.plan.clear()
    await stuck.expectDone(await retryUntilAnswered(stuck))
    await finishScenario(shop, 1)
  })
}
