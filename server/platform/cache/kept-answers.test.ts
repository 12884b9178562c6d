import { refuse } from '@freehub/contract/refusals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compressed, keepAnswers, readFresh } from './kept-answers.ts'

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

/** A shop under strain, or whose database is away, as a test sets it. */
function circumstances() {
  const now = { strain: undefined as 'database' | undefined, isAway: false, suspected: 0 }
  const tellers = new Set<() => void>()
  return {
    now,
    goAway() {
      now.isAway = true
      for (const tell of tellers) tell()
    },
    around: {
      load: {
        strain: () => now.strain,
        admit() {
          throw refuse('overloaded')
        },
        begin() {},
        end() {},
      },
      database: {
        isAway: () => now.isAway,
        suspect: () => {
          now.suspected += 1
        },
        orAway: <T>(asked: Promise<T>, instead: () => T) =>
          Promise.race([asked, new Promise<T>((resolve) => tellers.add(() => resolve(instead())))]),
      },
      making: { now: 0, most: 2 },
      exact: { now: 0, most: 2 },
      staleMs: 3_600_000,
    },
  }
}

const outage = () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }))

test('while the database is away the last answer serves, with its age, for an hour', async () => {
  const { now, around } = circumstances()
  const kept = keepAnswers({ renewMs: 0, most: 100, around })
  const { make, count } = maker()
  await kept.get('a', make)
  kept.changed('a')
  now.isAway = true
  vi.advanceTimersByTime(3_599_000)
  expect(await kept.get('a', make)).toMatchObject({ body: 'answer 1', headers: { age: '3599' } })
  expect(count()).toBe(1)
  vi.advanceTimersByTime(1_000)
  await expect(kept.get('a', outage)).rejects.toThrow('gone')
})

test('whoever waits for a new answer is given the old one when the database proves to be away', async () => {
  const { now, around, goAway } = circumstances()
  const kept = keepAnswers({ renewMs: 0, most: 100, around })
  await kept.get('a', maker().make)
  kept.changed('a')
  expect(await kept.get('a', outage)).toMatchObject({ body: 'answer 1' })
  expect(now.suspected).toBe(1)
  const waiting = kept.get('a', () => new Promise<never>(() => {}))
  goAway()
  expect(await waiting).toMatchObject({ body: 'answer 1', headers: { age: '0' } })
})

test('a mistake of ours is no outage: it is told', async () => {
  const { around } = circumstances()
  const kept = keepAnswers({ renewMs: 0, most: 100, around })
  await kept.get('a', maker().make)
  kept.changed('a')
  const fail = () => Promise.reject(new Error('a mistake'))
  await expect(kept.get('a', fail)).rejects.toThrow('a mistake')
})

test('under strain a list stays as it was, what must be exact is made anew, and what is not known is refused', async () => {
  const { now, around } = circumstances()
  const list = keepAnswers({ renewMs: 1000, most: 100, around })
  const exact = keepAnswers({ renewMs: 0, most: 100, around })
  const { make } = maker()
  await list.get('a', make)
  await exact.get('a', make)
  list.allChanged()
  exact.allChanged()
  vi.advanceTimersByTime(5_000)
  now.strain = 'database'
  expect(await list.get('a', make)).toMatchObject({ body: 'answer 1', headers: { age: '5' } })
  expect(await exact.get('a', make)).toMatchObject({ body: 'answer 3', headers: {} })
  expect(() => list.get('b', make)).toThrow(expect.objectContaining({ refused: 'overloaded' }))
  expect(await readFresh(() => list.get('b', make))).toMatchObject({ body: 'answer 4' })
})

test('only so many answers are made at a time', async () => {
  const { around } = circumstances()
  const kept = keepAnswers({ renewMs: 1000, most: 100, around })
  const { make, holdBack } = maker()
  const goOn = holdBack()
  const two = [kept.get('a', make), kept.get('b', make)]
  const joined = kept.get('a', make)
  expect(() => kept.get('c', make)).toThrow(expect.objectContaining({ refused: 'overloaded' }))
  goOn()
  await Promise.all([...two, joined])
  expect(await kept.get('c', make)).toMatchObject({ body: 'answer 3' })
})

test('what must be exact is made anew also while as many others are made as may be', async () => {
  const { around } = circumstances()
  const found = keepAnswers({ renewMs: 1000, most: 100, around })
  const exact = keepAnswers({ renewMs: 0, most: 100, around })
  const { make, holdBack } = maker()
  for (const key of ['a', 'b', 'c']) await exact.get(key, make)
  exact.allChanged()
  const goOn = holdBack()
  const searches = [found.get('a', make), found.get('b', make)]
  const two = [exact.get('a', make), exact.get('b', make)]
  for (const key of ['c', 'never asked for']) {
    expect(() => exact.get(key, make)).toThrow(expect.objectContaining({ refused: 'overloaded' }))
  }
  goOn()
  expect(await Promise.all([...searches, ...two])).toHaveLength(4)
  expect(await exact.get('c', make)).toMatchObject({ body: 'answer 8' })
})

test('what is asked for again and again stays, however many others come', async () => {
  const { now, around } = circumstances()
  const kept = keepAnswers({ renewMs: 1000, most: 3, around })
  const { make } = maker()
  await kept.get('popular', make)
  kept.allChanged()
  vi.advanceTimersByTime(5_000)
  for (const key of ['a', 'b', 'c', 'd']) {
    now.strain = undefined
    await kept.get(key, make)
    now.strain = 'database'
    expect(await kept.get('popular', make)).toMatchObject({ body: 'answer 1' })
  }
})

test('only so many bytes of answers are kept, and none that alone would be too many', async () => {
  const kept = keepAnswers({ renewMs: 0, most: 100, mostBytes: 1000 })
  let made = 0
  const ofBytes = (length: number) => async () => {
    made += 1
    return { body: Buffer.alloc(length), headers: {} }
  }
  for (const key of ['a', 'b', 'c']) await kept.get(key, ofBytes(400))
  await kept.get('c', ofBytes(400))
  expect(made).toBe(3)
  await kept.get('a', ofBytes(400))
  expect(made).toBe(4)
  await kept.get('d', ofBytes(2000))
  await kept.get('d', ofBytes(2000))
  expect(made).toBe(6)
  expect(kept.bytes()).toBeLessThanOrEqual(1000)
})

test('however many read a large answer slowly, they share its bytes', async () => {
  const answer = await compressed({ body: 'ä'.repeat(20_000), headers: {} })
  expect(answer.body).toEqual(Buffer.from('ä'.repeat(20_000)))
})
