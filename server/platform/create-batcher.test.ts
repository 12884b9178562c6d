import { expect, test } from 'vitest'
import { createBatcher } from './create-batcher.ts'

test('performs concurrent calls in batches, and returns its own result to each call', async () => {
  const batches: number[][] = []
  const double = createBatcher(
    async (numbers: number[]) => {
      batches.push(numbers)
      return numbers.map((n) => 2 * n)
    },
    { maxItems: 3, maxRunning: 2 },
  )
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8])
  expect(await double(5)).toBe(10)
  expect(batches).toEqual([[1, 2, 3], [4], [5]])
})

/** Creates a batcher whose first batch ends when `finish` is called. */
function createHeldBatcher(collectMs = 0) {
  const batches: number[][] = []
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const run = createBatcher(
    async (numbers: number[]) => {
      batches.push(numbers)
      started.resolve()
      await finish.promise
      return numbers
    },
    { maxItems: 8, maxRunning: 1, collectMs },
  )
  return { run, batches, started: started.promise, finish: finish.resolve }
}

async function waitTurns(count: number) {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

test('collects calls while a batch runs', async () => {
  const { run, batches, started, finish } = createHeldBatcher()
  const results = [run(1)]
  await started
  results.push(run(2))
  await waitTurns(1)
  results.push(run(3))
  await waitTurns(1)
  expect(batches).toEqual([[1]])
  finish()
  expect(await Promise.all(results)).toEqual([1, 2, 3])
  expect(batches).toEqual([[1], [2, 3]])
})

test('rejects only the calls of the failed batch', async () => {
  const run = createBatcher(
    async (numbers: number[]) => {
      if (numbers.includes(1)) throw new Error('one')
      return numbers
    },
    { maxItems: 2, maxRunning: 1 },
  )
  const outcomes = await Promise.allSettled([1, 2, 3].map(run))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('waits for the callers of the finished batch, if they call again in time', async () => {
  const callAgain = async (collectMs: number) => {
    const { run, batches, started, finish } = createHeldBatcher(collectMs)
    const first = run(1)
    await started
    const other = run(2)
    finish()
    await first
    await waitTurns(10)
    await Promise.all([run(3), other])
    return batches
  }
  expect(await callAgain(60_000)).toEqual([[1], [2, 3]])
  expect(await callAgain(0)).toEqual([[1], [2], [3]])
})
