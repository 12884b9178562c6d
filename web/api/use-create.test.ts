import { expect, it } from 'vitest'
import { createIdempotencyKeys } from './use-create.ts'

function createStorage() {
  let stored = { body: '', key: '' }
  return {
    read: () => stored,
    save(value: typeof stored) {
      stored = value
    },
  }
}

it('reuses the key for the same payload', () => {
  const keys = createIdempotencyKeys()
  const key = keys.getKey({ quantity: 50 })
  expect(keys.getKey({ quantity: 50 })).toBe(key)
})

it('creates a new idempotency key for a changed payload and after a reset', () => {
  const keys = createIdempotencyKeys()
  const first = keys.getKey({ quantity: 50 })
  const second = keys.getKey({ quantity: 60 })
  keys.reset()
  const third = keys.getKey({ quantity: 60 })
  expect(new Set([first, second, third]).size).toBe(3)
})

it('reuses the stored key after a reload, and only for the same payload', () => {
  const storage = createStorage()
  const key = createIdempotencyKeys(storage).getKey({ quantity: 50 })
  expect(createIdempotencyKeys(storage).getKey({ quantity: 50 })).toBe(key)
  expect(createIdempotencyKeys(storage).getKey({ quantity: 60 })).not.toBe(key)
})

it('creates a new key after a reset, even if the storage had the key', () => {
  const keys = createIdempotencyKeys(createStorage())
  const key = keys.getKey({ quantity: 50 })
  keys.reset()
  expect(keys.getKey({ quantity: 50 })).not.toBe(key)
})

it('keeps the stored key after a reset for the next screen, if the caller asks for this', () => {
  const storage = createStorage()
  const keys = createIdempotencyKeys(storage)
  const key = keys.getKey({ quantity: 50 })
  keys.reset({ keepsStoredKey: true })
  expect(createIdempotencyKeys(storage).getKey({ quantity: 50 })).toBe(key)
})

it('reuses the key if the storage is full', () => {
  const keys = createIdempotencyKeys({ read: () => ({ body: '', key: '' }), save: () => {} })
  const key = keys.getKey({ quantity: 50 })
  expect(keys.getKey({ quantity: 50 })).toBe(key)
})
