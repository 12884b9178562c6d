import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from './call-error.ts'
import { lazyStaffModule } from './lazy-staff-module.ts'

afterEach(() => void vi.useRealTimers())

test('loads the module once for several callers', async () => {
  const load = vi.fn(async () => 'module')
  const loadOnce = lazyStaffModule(load)
  expect(await Promise.all([loadOnce(), loadOnce()])).toEqual(['module', 'module'])
  expect(load).toHaveBeenCalledOnce()
})

test('rejects all callers with a CallError if the import fails, and tries again later', async () => {
  vi.useFakeTimers()
  const load = vi.fn(async () => 'module').mockRejectedValueOnce(new TypeError('cut off'))
  const loadOnce = lazyStaffModule(load)
  await expect(loadOnce()).rejects.toThrow(CallError)
  await expect(loadOnce()).rejects.toThrow('cannot be reached')
  expect(load).toHaveBeenCalledOnce()
  vi.runAllTimers()
  expect(await loadOnce()).toBe('module')
})
