import { expect, test } from 'vitest'
import { limitedPasswordHashing, passwordHashing } from './limited-password-hashing.ts'

test('hashes and verifies passwords, and refuses further passwords when the queue is full', async () => {
  const { hash, verify } = limitedPasswordHashing({ maxRunning: 2, maxWaiting: 3 })
  const results = await Promise.allSettled(['one', 'two', 'three', 'four', 'five', 'six'].map(hash))
  const hashes = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(hashes).toHaveLength(5)
  const refused = results.find(({ status }) => status === 'rejected')
  expect(refused).toMatchObject({ reason: { statusCode: 503, body: { code: 'OVERLOADED' } } })
  const [first = ''] = hashes
  expect(await verify({ hash: first, password: 'one' })).toBe(true)
  expect(await verify({ hash: first, password: 'two' })).toBe(false)
})

test('hashes as many passwords at a time as configured', async () => {
  const { hash } = limitedPasswordHashing({ maxRunning: 3, maxWaiting: 1 })
  const results = await Promise.allSettled(['one', 'two', 'three', 'four', 'five'].map(hash))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
})

test('accepts strong hashes with fast settings, but refuses fast hashes with strong settings', async () => {
  const [fast, strong] = [passwordHashing('fast'), passwordHashing('strong')]
  const hashes = { fast: await fast.hash('one'), strong: await strong.hash('one') }
  expect(await fast.verify({ hash: hashes.fast, password: 'one' })).toBe(true)
  expect(await fast.verify({ hash: hashes.fast, password: 'two' })).toBe(false)
  expect(await fast.verify({ hash: hashes.strong, password: 'one' })).toBe(true)
  expect(await strong.verify({ hash: hashes.fast, password: 'one' })).toBe(false)
})
