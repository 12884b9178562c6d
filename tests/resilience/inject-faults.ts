import { expect } from 'vitest'
import type { Fault, FaultTiming } from '../support/network/step-proxy.ts'
import type { ApiResponse } from '../support/shop/api-client.ts'
import type { ShopProcess } from '../support/shop/shop-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { RECOVERY_TIMEOUT_MS, scale } from './fixture.ts'
import type { PreparedOperation } from './operations.ts'

/** Number of attempts to hit a failpoint. Scheduled jobs can shift the steps. */
const TRIES = 4

/** `place_order` and `place_orders` write and commit in one statement, without an explicit transaction. */
const COMMIT = /^commit$|from place_orders?\(/

interface FaultPoint {
  step: number
  /** Counts only statements that match. */
  pattern?: RegExp
  timing: FaultTiming
}

interface FaultInjection {
  shop: ShopProcess
  /** Prepares a new operation for each failpoint. */
  prepare: () => Promise<PreparedOperation>
  fault: Fault
  /** Ends the fault; for example, restarts the shop. `hit`: true if the fault was triggered. */
  recover?: (hit: boolean) => Promise<unknown>
  /** True: injects a fault at every step. False: only at the last commit. */
  everyStep: boolean
}

/**
 * Runs an operation once for each failpoint: before and after each step. After half of the faults,
 * sends the operation again, as users do. After the other faults, waits until the shop has recovered
 * by itself. Returns the number of failpoints hit.
 */
export async function injectFaults(options: FaultInjection): Promise<number> {
  const points = await listFaultPoints(options)
  let hits = 0
  for (const [index, point] of points.entries()) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      // A background job may have added a commit to the count, so an earlier commit may be the last
      // one.
      const step = point.pattern ? Math.max(1, point.step - tries) : point.step
      if (!(await runWithFault(options, { ...point, step }, index % 2 === 0))) continue
      hits += 1
      break
    }
  }
  return hits
}

async function listFaultPoints({
  shop,
  prepare,
  everyStep,
}: FaultInjection): Promise<FaultPoint[]> {
  const steps = await observeSteps({ shop, prepare })
  const commits = steps.filter((statement) => COMMIT.test(statement)).length
  expect(commits).toBeGreaterThan(0)
  const targets = everyStep
    ? steps.map((_, index) => ({ step: index + 1 }))
    : [{ step: commits, pattern: COMMIT }]
  return targets.flatMap((at) => [
    { ...at, timing: 'before' as const },
    { ...at, timing: 'after' as const },
  ])
}

/**
 * Lists the steps of an operation without faults. Steps of concurrent work may be among them, so
 * the shortest list of several attempts contains only the operation's own steps.
 */
export async function observeSteps({ shop, prepare }: Pick<FaultInjection, 'shop' | 'prepare'>) {
  let shortest: string[] | undefined
  for (let count = 0; count < scale.observations; count += 1) {
    const operation = await prepare()
    shop.proxy.plan.failAt({ step: Number.POSITIVE_INFINITY, timing: 'before', fault: 'cut' })
    const response = await operation.send()
    const steps = shop.proxy.plan.listSteps().map(({ statement }) => statement)
    await operation.expectDone(response)
    if (!shortest || steps.length < shortest.length) shortest = steps
  }
  return shortest ?? []
}

/**
 * Runs the operation with one fault. `isRetried`: sends the operation again immediately, instead of
 * waiting until the shop has recovered. Returns whether the fault occurred.
 */
async function runWithFault(
  { shop, prepare, fault, recover }: FaultInjection,
  point: FaultPoint,
  isRetried: boolean,
): Promise<boolean> {
  const operation = await prepare()
  const failpoint = shop.proxy.plan.failAt({ ...point, fault })
  const response = await operation.send().catch(() => undefined)
  shop.proxy.plan.clear()
  if (response) expect([200, 201, 503]).toContain(response.status)
  await recover?.(failpoint.hit !== undefined)
  if (!isRetried) await finishPendingJobs(operation, `a fault ${point.timing} step ${point.step}`)
  await operation.expectDone(await retryUntilAnswered(operation))
  return failpoint.hit !== undefined
}

/** Moves the due times of the operation's pending jobs to now. Then waits until the shop has finished them. */
export async function finishPendingJobs(
  { makeDue, isFinished }: PreparedOperation,
  fault: string,
): Promise<void> {
  await makeDue?.()
  if (!isFinished) return
  await waitUntil(`the operation is finished after ${fault}`, isFinished, RECOVERY_TIMEOUT_MS)
}

/** Sends an operation until the response is below 500, for at most a minute. */
export function retryUntilAnswered({ send }: PreparedOperation): Promise<ApiResponse> {
  return waitUntil(
    'the shop answers without a server error',
    async () => {
      const response = await send()
      return response.status < 500 && response
    },
    RECOVERY_TIMEOUT_MS,
  )
}
