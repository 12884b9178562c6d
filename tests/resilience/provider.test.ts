import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Cards, cardsOf } from '../support/shop/cards.ts'
import { startTestShop, type TestShop } from '../support/shop/shop.ts'
import { waitUntil } from '../support/wait-until.ts'
import { closeBooks } from './close-books.ts'
import { counts, isFull } from './counts.ts'
import { operations } from './operations.ts'
import { takeTime, WITHIN_A_MINUTE } from './patience.ts'
import { type Scene, setScene } from './scene.ts'

takeTime()

/** Longer than the shop waits for an answer. */
const TOO_SLOW_MS = 5_000
const SLOW_MS = 300

let shop: TestShop
let cards: Cards
let scene: Scene

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, roundsEveryMs: 100 })
  cards = cardsOf(shop)
  scene = await setScene(shop)
})
afterEach(() => cards.unset())
afterAll(() => shop.close())

const failing = (status: 429 | 500 | 503 | 'cut', when: 'before' | 'after') => ({
  failNext: { count: 100_000, status, when },
})

const faults: [string, Parameters<Cards['set']>[0]][] = [
  ['is slow', { delayMs: counts.slowProvider ? TOO_SLOW_MS : SLOW_MS }],
  ['answers 500 before it has done anything', failing(500, 'before')],
  ['answers 500 after it has done all', failing(500, 'after')],
  ['answers 429', failing(429, 'before')],
  ['is cut off before it has done anything', failing('cut', 'before')],
  ['is cut off after it has done all', failing('cut', 'after')],
]
/** One of each kind in `npm test`: late, refused, and done without an answer. */
const struck = faults.filter((_, n) => isFull || [0, 1, 5].includes(n))
/** The others do not call the provider. */
const chosen = Object.entries(operations).flatMap(([name, operation]) =>
  isFull || /payment|money|refund/.test(name) ? operation : [],
)

test.each(struck)('the provider %s, whatever it is asked for', async (_, fault) => {
  const all = await Promise.all(chosen.map((operation) => operation(scene)))
  await cards.set({ ...fault, holdWebhooks: true })
  const answers = await Promise.all(all.map(({ ask }) => ask()))
  for (const { status } of answers) expect([200, 201, 503]).toContain(status)
  await cards.unset()
  await cards.set({ holdWebhooks: true })
  for (const [index, asked] of all.entries()) {
    if (index % 2 === 0) {
      await asked.hurry?.()
      await waitUntil('all is whole', () => asked.rests(), WITHIN_A_MINUTE)
    }
    await asked.done(await asked.ask())
  }
  await closeBooks(shop, all.length)
})
