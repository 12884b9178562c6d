import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from './call-error.ts'
import { staffCode } from './staff-code.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('the staff’s code is loaded once, however often it is wanted', async () => {
  const load = vi.fn(async () => 'code')
  const code = staffCode(load)
  expect(await Promise.all([code(), code()])).toEqual(['code', 'code'])
  expect(load).toHaveBeenCalledOnce()
})

test('where it cannot be loaded that is told to all who wait, and a later visit tries again', async () => {
  vi.useFakeTimers()
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('cut off'))
  const code = staffCode(load)
  await expect(code()).rejects.toThrow(CallError)
  await expect(code()).rejects.toThrow('cannot be reached')
  expect(load).toHaveBeenCalledOnce()
  vi.runAllTimers()
  expect(await code()).toBe('code')
})
