import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CardClient, createCardClient } from '../support/shop/cards.ts'
import { startTestShop, type TestShop } from '../support/shop/shop.ts'
import {
  createFixture,
  extendTestTimeouts,
  type Fixture,
  finishScenario,
  isFull,
  scale,
} from './fixture.ts'
import { finishPendingJobs } from './inject-faults.ts'
import { operations } from './operations.ts'

extendTestTimeouts()

/** Longer than the shop's timeout. */
const TOO_SLOW_MS = 5_000
const SLOW_MS = 300

let shop: TestShop
let cards: CardClient
let fixture: Fixture

beforeAll(async () => {
  // A full run tests the default timeout, which `testSettings` raises.
  const settings: Record<string, string> = scale.slowProvider ? { STRIPE_SECONDS: '' } : {}
  shop = await startTestShop({ sandbox: true, jobsEveryMs: 250, settings })
  cards = createCardClient(shop)
  fixture = await createFixture(shop)
})
afterEach(() => cards.clearFaults())
afterAll(() => shop.close())

const failNext = (status: 429 | 500 | 503 | 'cut', when: 'before' | 'after') => ({
  failNext: { count: 100_000, status, when },
})

const faults: [string, Parameters<CardClient['setFaults']>[0]][] = [
  ['is slow', { delayMs: scale.slowProvider ? TOO_SLOW_MS : SLOW_MS }],
  ['answers 500 before it acts', failNext(500, 'before')],
  ['answers 500 after it has acted', failNext(500, 'after')],
  ['answers 429', failNext(429, 'before')],
  ['disconnects before it acts', failNext('cut', 'before')],
  ['disconnects after it has acted', failNext('cut', 'after')],
]
/** `npm test` runs one of each kind: slow, refused, and executed without a response. */
const testedFaults = faults.filter((_, n) => isFull || [0, 1, 5].includes(n))
/** `npm test` runs the operations that call the provider. */
const testedOperations = Object.entries(operations).flatMap(([name, operation]) =>
  isFull || /payment|refund/.test(name) ? operation : [],
)

test.each(testedFaults)('completes every operation when the provider %s', async (name, fault) => {
  const prepared = await Promise.all(testedOperations.map((operation) => operation(fixture)))
  await cards.setFaults({ ...fault, holdWebhooks: true })
  const responses = await Promise.all(prepared.map(({ send }) => send()))
  const expected = name === 'is slow' && !scale.slowProvider ? [200, 201] : [200, 201, 503]
  for (const { status } of responses) expect(expected).toContain(status)
  await cards.clearFaults()
  await cards.setFaults({ holdWebhooks: true })
  for (const [index, operation] of prepared.entries()) {
    if (index % 2 === 0) await finishPendingJobs(operation, 'the fault')
    await operation.expectDone(await operation.send())
  }
  await finishScenario(shop, prepared.length)
})
