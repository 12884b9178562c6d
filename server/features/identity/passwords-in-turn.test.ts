import { expect, test } from 'vitest'
import { passwordHashing } from './password-hashing.ts'
import { passwordsInTurn } from './passwords-in-turn.ts'

test('passwords are hashed and checked as they come, and so many wait at most', async () => {
  const { hash, verify } = passwordsInTurn({ checking: 2, waiting: 3 })
  const all = await Promise.allSettled(['one', 'two', 'three', 'four', 'five', 'six'].map(hash))
  const hashes = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(hashes).toHaveLength(5)
  const refused = all.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { statusCode: 503, body: { code: 'OVERLOADED' } } })
  const [first = ''] = hashes
  expect(await verify({ hash: first, password: 'one' })).toBe(true)
  expect(await verify({ hash: first, password: 'two' })).toBe(false)
})

test('as many are checked at a time as the setting says', async () => {
  const { hash } = passwordsInTurn({ checking: 3, waiting: 1 })
  const all = await Promise.allSettled(['one', 'two', 'three', 'four', 'five'].map(hash))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
})

test('fast hashing verifies its own hashes and strong ones, and strong hashing no fast ones', async () => {
  const [fast, strong] = [passwordHashing('fast'), passwordHashing('strong')]
  const hashes = { fast: await fast.hash('one'), strong: await strong.hash('one') }
  expect(await fast.verify({ hash: hashes.fast, password: 'one' })).toBe(true)
  expect(await fast.verify({ hash: hashes.fast, password: 'two' })).toBe(false)
  expect(await fast.verify({ hash: hashes.strong, password: 'one' })).toBe(true)
  expect(await strong.verify({ hash: hashes.fast, password: 'one' })).toBe(false)
})
