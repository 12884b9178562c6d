import { expect } from 'vitest'
import type { Fault, Moment } from '../support/network/failpoint.ts'
import type { Answer } from '../support/shop/calls.ts'
import type { ShopProcess } from '../support/shop/shop-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import type { Asked } from './operations.ts'
import { WITHIN_A_MINUTE } from './patience.ts'

/** How often an operation is observed, and a failpoint tried that the shop's scheduled jobs hid. */
const TRIES = 4

const COMMIT = /^commit$/

interface Point {
  step: number
  /** Counts only such statements. */
  of?: RegExp
  when: Moment
}

interface Sweep {
  shop: ShopProcess
  /** Prepares the operation anew: one for each failpoint. */
  prepare: () => Promise<Asked>
  fault: Fault
  /** What the fault's end is: the shop started again, the server thawed. */
  recover?: (hit: boolean) => Promise<unknown>
  /** Every step, or the last commit alone. */
  every: boolean
}

/**
 * Does an operation once for each of its steps and moments, with a fault there. After every other
 * one it is asked for again, as people do; after the others the shop must come to rest by itself
 * first. Answers how many failpoints there were.
 */
export async function sweep(hurt: Sweep): Promise<number> {
  const points = await pointsOf(hurt)
  let hits = 0
  for (const [index, point] of points.entries()) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      // A commit of the shop's own work may have been counted: then the one before is the last.
      const step = point.of ? Math.max(1, point.step - tries) : point.step
      if (!(await strikeAt(hurt, { ...point, step }, index % 2 === 0))) continue
      hits += 1
      break
    }
  }
  return hits
}

async function pointsOf({ shop, prepare, every }: Sweep): Promise<Point[]> {
  const steps = await ownStepsOf(shop, prepare)
  const commits = steps.filter((statement) => statement === 'commit').length
  expect(commits).toBeGreaterThan(0)
  const struck = every
    ? steps.map((_, index) => ({ step: index + 1 }))
    : [{ step: commits, of: COMMIT }]
  return struck.flatMap((at) => [
    { ...at, when: 'before' as const },
    { ...at, when: 'after' as const },
  ])
}

/**
 * The steps when it goes well. The shop may be at something else meanwhile, whose steps come in
 * between by chance: the fewest are the operation's own.
 */
async function ownStepsOf(shop: ShopProcess, prepare: Sweep['prepare']): Promise<string[]> {
  let fewest = await stepsOf(shop, prepare)
  for (let tries = 1; tries < TRIES; tries += 1) {
    const steps = await stepsOf(shop, prepare)
    if (steps.length < fewest.length) fewest = steps
  }
  return fewest
}

async function stepsOf(shop: ShopProcess, prepare: Sweep['prepare']): Promise<string[]> {
  const asked = await prepare()
  shop.proxy.plan.failAt({ step: Number.POSITIVE_INFINITY, when: 'before', fault: 'cut' })
  const answer = await asked.ask()
  const steps = shop.proxy.plan.seen().map(({ statement }) => statement)
  await asked.done(answer)
  return steps
}

async function strikeAt(
  { shop, prepare, fault, recover }: Sweep,
  point: Point,
  isAskedAgain: boolean,
): Promise<boolean> {
  const asked = await prepare()
  const failpoint = shop.proxy.plan.failAt({ ...point, fault })
  const answer = await asked.ask().catch(() => undefined)
  shop.proxy.plan.forget()
  if (answer) expect([200, 201, 503]).toContain(answer.status)
  await recover?.(failpoint.hit !== undefined)
  if (!isAskedAgain) {
    await asked.hurry?.()
    await waitUntil(`all is whole after ${nameOf(point)}`, () => asked.rests(), WITHIN_A_MINUTE)
  }
  await asked.done(await untilAnswered(asked))
  return failpoint.hit !== undefined
}

/** Who meets with an outage asks again. */
export function untilAnswered({ ask }: Asked): Promise<Answer> {
  return waitUntil(
    'the shop answers again',
    async () => {
      const answer = await ask()
      return answer.status < 500 && answer
    },
    WITHIN_A_MINUTE,
  )
}

function nameOf({ step, when }: Point): string {
  return `a fault ${when} step ${step}`
}
