import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fitCheckQuery, wheelPartsSearch, wheelQuery } from './fit-schemas.ts'
import { newBuildJob } from './job-schemas.ts'
import { newProfile } from './profile-schemas.ts'

const line = (quantity = 1, productId: string = randomUUID()) => ({ productId, quantity })
const entry = (size: string) => ({ interface: 'seat.post', role: 'offers', size })
const list = <T>(length: number, create: (n: number) => T) =>
  Array.from({ length }, (_, n) => create(n))
const text = (length: number) => 'a'.repeat(length)

const job = { name: 'Wheels', kind: 'wheel', times: 1, lines: [line()] }
const accepts = {
  job: (change: object) => newBuildJob.safeParse({ ...job, ...change }).success,
  profile: (change: object) =>
    newProfile.safeParse({ name: 'Bike', entries: [entry('27.2')], ...change }).success,
  wheel: (change: object) =>
    wheelQuery.safeParse({ hub: randomUUID(), rim: randomUUID(), crosses: 3, wheels: 1, ...change })
      .success,
  check: (body: object) => fitCheckQuery.safeParse(body).success,
  search: (search: string) => wheelPartsSearch.safeParse({ kind: 'hub', search }).success,
}

const limits: [string, number, number, (n: number) => boolean][] = [
  ['characters of the name of a job', 1, 80, (n) => accepts.job({ name: text(n) })],
  ['units of a job', 1, 10_000, (times) => accepts.job({ times })],
  ['parts of a job', 0, 500, (n) => accepts.job({ lines: list(n, () => line()) })],
  ['quantity of a part of a job', 1, 10_000, (n) => accepts.job({ lines: [line(n)] })],
  ['characters of the name of a profile', 1, 80, (n) => accepts.profile({ name: text(n) })],
  [
    ...(['entries of a profile', 1, 60] as const),
    (n) => accepts.profile({ entries: list(n, (size) => entry(`${size}`)) }),
  ],
  ['parts of a check', 1, 500, (n) => accepts.check({ productIds: list(n, () => randomUUID()) })],
  ['crosses of a wheel', 0, 6, (crosses) => accepts.wheel({ crosses })],
  ['wheels of a plan', 1, 10_000, (wheels) => accepts.wheel({ wheels })],
  ['characters of a search', 1, 200, (n) => accepts.search(text(n))],
]

test.each(limits)('limits %s: %i to %i', (_, minimum, maximum, isAccepted) => {
  if (minimum > 0) expect(isAccepted(minimum - 1)).toBe(false)
  expect([minimum, maximum, maximum + 1].map(isAccepted)).toEqual([true, true, false])
})

test('refuses repeated parts and entries', () => {
  const twice = line()
  expect(accepts.job({ lines: [twice, { ...twice, quantity: 2 }] })).toBe(false)
  expect(accepts.profile({ entries: [entry('27.2'), entry('27.2')] })).toBe(false)
  expect(accepts.check({ productIds: [twice.productId, twice.productId] })).toBe(false)
})
