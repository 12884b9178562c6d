import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAnswers, readFresh } from './kept-answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Makes answers that tell which making they come from; each can be held up. */
function maker() {
  let made = 0
  let gate: Promise<unknown> = Promise.resolve()
  return {
    count: () => made,
    holdBack() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = Promise.resolve()
        resolve()
      }
    },
    make: async () => {
      made += 1
      const body = `answer ${made}`
      await gate
      return { body, headers: {} }
    },
  }
}

test('an answer is made once and kept', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 100 })
  const { make } = maker()
  expect((await kept.get('a', make)).body).toBe('answer 1')
  expect((await kept.get('a', make)).body).toBe('answer 1')
})

test('hundreds who ask at once have it made once', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 100 })
  const { make, count } = maker()
  await Promise.all(Array.from({ length: 300 }, () => kept.get('a', make)))
  expect(count()).toBe(1)
})

test('what has changed is made anew at once, and nothing else is', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 100 })
  const { make } = maker()
  await kept.get('a', make)
  await kept.get('b', make)
  kept.changed('a')
  expect((await kept.get('a', make)).body).toBe('answer 3')
  expect((await kept.get('b', make)).body).toBe('answer 2')
})

test('a change while an answer is being made is not lost', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 100 })
  const { make, holdBack } = maker()
  const goOn = holdBack()
  const before = kept.get('a', make)
  kept.changed('a')
  const after = kept.get('a', make)
  goOn()
  expect((await before).body).toBe('answer 1')
  expect((await after).body).toBe('answer 2')
  expect((await kept.get('a', make)).body).toBe('answer 2')
})

test('an old answer that is ready late does not take the place of a new one', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 100 })
  const old = maker()
  const goOn = old.holdBack()
  const late = kept.get('a', old.make)
  kept.changed('a')
  const news = async () => ({ body: 'news', headers: {} })
  await kept.get('a', news)
  goOn()
  await late
  expect((await kept.get('a', news)).body).toBe('news')
})

test('when everything has changed, everything is made anew', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 100 })
  const { make, count } = maker()
  await kept.get('a', make)
  await kept.get('b', make)
  kept.allChanged()
  await kept.get('a', make)
  await kept.get('b', make)
  expect(count()).toBe(4)
})

test('a list is renewed at most once a second, however often it changes', async () => {
  const kept = keepAnswers({ renewMs: 1000, most: 100 })
  const { make, count } = maker()
  await kept.get('a', make)
  for (let ms = 0; ms < 999; ms += 37) {
    kept.allChanged()
    expect((await kept.get('a', make)).body).toBe('answer 1')
    vi.advanceTimersByTime(36)
  }
  vi.advanceTimersByTime(1000)
  expect((await kept.get('a', make)).body).toBe('answer 2')
  expect(count()).toBe(2)
})

test('an answer is trusted for half a minute at most, should word of a change be lost', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 100 })
  const { make } = maker()
  await kept.get('a', make)
  vi.advanceTimersByTime(29_999)
  expect((await kept.get('a', make)).body).toBe('answer 1')
  vi.advanceTimersByTime(1)
  expect((await kept.get('a', make)).body).toBe('answer 2')
})

test('what could not be made is told to all who wait, and tried again by the next', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 100 })
  const fail = async () => {
    throw new Error('the database is away')
  }
  const both = await Promise.allSettled([kept.get('a', fail), kept.get('a', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await kept.get('a', maker().make)).body).toBe('answer 1')
})

test('an answer for this one asker is not kept', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 100 })
  const { make, count } = maker()
  const passing = async () => ({ ...(await make()), passing: true })
  await kept.get('a', passing)
  await kept.get('a', passing)
  expect(count()).toBe(2)
})

test('the memory stays bounded, and changes are still told apart after thousands of them', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 100 })
  const { make, count } = maker()
  await kept.get('a', make)
  for (let n = 0; n < 5_000; n++) kept.changed(`part ${n}`)
  const before = count()
  await kept.get('a', make)
  kept.changed('a')
  await kept.get('a', make)
  expect(count()).toBeGreaterThan(before)
})

test('who must not be told the old is given the new at once', async () => {
  const kept = keepAnswers({ renewMs: 1000, most: 100 })
  const { make } = maker()
  await kept.get('a', make)
  kept.allChanged()
  expect((await kept.get('a', make)).body).toBe('answer 1')
  expect((await readFresh(() => kept.get('a', make))).body).toBe('answer 2')
})

test('however many addresses are asked for, only so many answers are kept', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 3 })
  const { make, count } = maker()
  for (const key of ['a', 'b', 'c', 'd']) await kept.get(key, make)
  await kept.get('d', make)
  await kept.get('b', make)
  expect(count()).toBe(4)
  await kept.get('a', make)
  expect(count()).toBe(5)
})
