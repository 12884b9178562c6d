import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchDatabase } from './watch-database.ts'

let answer: () => Promise<unknown>
let watch: ReturnType<typeof watchDatabase>

beforeEach(() => {
  vi.useFakeTimers()
  answer = async () => ({})
  watch = watchDatabase({ query: (() => answer()) as never })
})
afterEach(() => {
  watch.close()
  vi.useRealTimers()
})

const never = new Promise<string>(() => {})

test('a database that refuses is known to be away within a second, and to be back soon after', async () => {
  answer = () => Promise.reject(new Error('refused'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(watch.isAway()).toBe(true)
  answer = async () => ({})
  await vi.advanceTimersByTimeAsync(250)
  expect(watch.isAway()).toBe(false)
})

test('whoever waits for a database that has stopped answering is told as soon as it is known', async () => {
  let answers: (value: unknown) => void = () => {}
  answer = () => new Promise((resolve) => (answers = resolve))
  const asked = watch.orAway(never, () => 'what was known before')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await asked).toBe('what was known before')
  expect(await watch.orAway(never, () => 'at once')).toBe('at once')
  answers({})
  await vi.advanceTimersByTimeAsync(0)
  expect(watch.isAway()).toBe(false)
})

test('one that is suspected is asked at once', async () => {
  answer = () => Promise.reject(new Error('refused'))
  watch.suspect()
  await vi.advanceTimersByTimeAsync(0)
  expect(watch.isAway()).toBe(true)
})

test('what was asked for is told while the database is there, and its error too', async () => {
  expect(await watch.orAway(Promise.resolve('new'), () => 'old')).toBe('new')
  const failed = Promise.reject(new Error('a mistake'))
  await expect(watch.orAway(failed, () => 'old')).rejects.toThrow('a mistake')
})

test('does not query the database again when it is closed during a query', async () => {
  let queries = 0
  let respond: (value: unknown) => void = () => {}
  answer = () => {
    queries += 1
    return new Promise((resolve) => (respond = resolve))
  }
  watch.suspect()
  watch.close()
  respond({})
  await vi.advanceTimersByTimeAsync(5_000)
  expect(queries).toBe(1)
})
