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

test('collects calls while a batch runs', async () => {
  const batches: number[][] = []
  const firstBatch = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const run = createBatcher(
    async (numbers: number[]) => {
      batches.push(numbers)
      started.resolve()
      if (batches.length === 1) await firstBatch.promise
      return numbers
    },
    { maxItems: 8, maxRunning: 1 },
  )
  const results = [run(1)]
  await started.promise
  results.push(run(2))
  await new Promise(setImmediate)
  results.push(run(3))
  await new Promise(setImmediate)
  expect(batches).toEqual([[1]])
  firstBatch.resolve()
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
  const createRun = (collectMs: number) => {
    const batches: string[][] = []
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const run = createBatcher(
      async (names: string[]) => {
        batches.push(names)
        started.resolve()
        await finish.promise
        return names
      },
      { maxItems: 8, maxRunning: 1, collectMs },
    )
    return { run, batches, started: started.promise, finish: finish.resolve }
  }
  const orderTwice = async ({ run, started, finish, batches }: ReturnType<typeof createRun>) => {
    const first = run('first')
    await started
    const other = run('other')
    finish()
    await first
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
    await Promise.all([run('again'), other])
    return batches
  }
  expect(await orderTwice(createRun(60_000))).toEqual([['first'], ['other', 'again']])
  expect(await orderTwice(createRun(0))).toEqual([['first'], ['other'], ['again']])
})
