import { expect, it } from 'vitest'
import { createIdempotencyKeys } from './use-create.ts'

function createNumberedKeys() {
  let count = 0
  return createIdempotencyKeys(() => `key ${++count}`)
}

it('reuses the key for the same payload', () => {
  const keys = createNumberedKeys()
  expect(keys.getKey({ quantity: 50 })).toBe('key 1')
  expect(keys.getKey({ quantity: 50 })).toBe('key 1')
})

it('creates a new idempotency key for a changed payload and after a reset', () => {
  const keys = createNumberedKeys()
  keys.getKey({ quantity: 50 })
  expect(keys.getKey({ quantity: 60 })).toBe('key 2')
  keys.reset()
  expect(keys.getKey({ quantity: 60 })).toBe('key 3')
})
