import { vi } from 'vitest'

/** Replaces the storage of the browser until the end of the test. Returns its entries. */
export function stubStorage(
  name: 'localStorage' | 'sessionStorage',
  entries = new Map<string, string>(),
): Map<string, string> {
  vi.stubGlobal(name, {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  })
  return entries
}
