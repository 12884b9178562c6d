import { expect, it } from 'vitest'
import { CallError, toNetworkProblem } from './call-error.ts'
import { createIdempotencyKeys, NO_KEY } from './use-create.ts'

function createStorage() {
  let stored = NO_KEY
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

const createError = (status: number, code: 'part_missing' | 'key_reused') =>
  new CallError({ type: 'about:blank', title: 'A title.', status, code })

it('creates a new idempotency key for a changed payload after a refusal and after a reset', () => {
  const keys = createIdempotencyKeys({ keyStorage: createStorage() })
  const first = keys.getKey({ quantity: 50 })
  keys.recordFailure(createError(404, 'part_missing'))
  const second = keys.getKey({ quantity: 60 })
  keys.reset()
  const third = keys.getKey({ quantity: 60 })
  expect(new Set([first, second, third]).size).toBe(3)
})

it('reuses the key for a changed payload after a lost response, until the server refuses the key', () => {
  const keys = createIdempotencyKeys()
  const key = keys.getKey({ quantity: 50 })
  keys.recordFailure(new CallError(toNetworkProblem(undefined)))
  expect(keys.getKey({ quantity: 0 })).toBe(key)
  keys.recordFailure(createError(404, 'part_missing'))
  expect(keys.getKey({ quantity: 60 })).toBe(key)
  keys.recordFailure(createError(422, 'key_reused'))
  expect(keys.getKey({ quantity: 60 })).not.toBe(key)
})

it('reuses the stored key after a reload without a response, even for another payload', () => {
  const storage = createStorage()
  const keys = createIdempotencyKeys({ keyStorage: storage })
  const key = keys.getKey({ quantity: 50 })
  expect(createIdempotencyKeys({ keyStorage: storage }).getKey({ quantity: 50 })).toBe(key)
  expect(createIdempotencyKeys({ keyStorage: storage }).getKey({ quantity: 60 })).toBe(key)
  keys.recordFailure(createError(404, 'part_missing'))
  expect(createIdempotencyKeys({ keyStorage: storage }).getKey({ quantity: 60 })).not.toBe(key)
})

it('creates a new key after a reset, even if the storage had the key', () => {
  const keys = createIdempotencyKeys({ keyStorage: createStorage() })
  const key = keys.getKey({ quantity: 50 })
  keys.reset()
  expect(keys.getKey({ quantity: 50 })).not.toBe(key)
})

it('keeps the stored key after a reset for the next screen, if the caller asks for this', () => {
  const storage = createStorage()
  const keys = createIdempotencyKeys({ keyStorage: storage })
  const key = keys.getKey({ quantity: 50 })
  keys.reset({ keepsStoredKey: true })
  expect(createIdempotencyKeys({ keyStorage: storage }).getKey({ quantity: 50 })).toBe(key)
})

it('reuses the key if the storage is full', () => {
  const keys = createIdempotencyKeys({ keyStorage: { read: () => NO_KEY, save: () => {} } })
  const key = keys.getKey({ quantity: 50 })
  expect(keys.getKey({ quantity: 50 })).toBe(key)
})
