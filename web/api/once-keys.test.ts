import { expect, it } from 'vitest'
import { onceKeys } from './once-keys.ts'

function counting() {
  let made = 0
  return onceKeys(() => `key ${++made}`)
}

it('keeps its key while the form says the same', () => {
  const keys = counting()
  expect(keys.keyFor({ quantity: 50 })).toBe('key 1')
  expect(keys.keyFor({ quantity: 50 })).toBe('key 1')
})

it('takes another key for another order, and after one has been made', () => {
  const keys = counting()
  keys.keyFor({ quantity: 50 })
  expect(keys.keyFor({ quantity: 60 })).toBe('key 2')
  keys.renew()
  expect(keys.keyFor({ quantity: 60 })).toBe('key 3')
})
