import { afterEach, expect, test, vi } from 'vitest'
import { createPhotoFileCache } from './photo-file-cache.ts'

afterEach(() => void vi.useRealTimers())

/** Creates a cache and records each read. */
function createCache(maxBytes: number) {
  const getPhotoFile = createPhotoFileCache(maxBytes)
  const reads: string[] = []
  const get = (path: string, length = 10) =>
    getPhotoFile(path, async () => {
      reads.push(path)
      return length ? { format: 'webp', bytes: Buffer.alloc(length) } : undefined
    })
  return { get, reads, getPhotoFile }
}

test('reads a photo once for concurrent and later requests', async () => {
  const { get, reads } = createCache(100)
  await Promise.all([get('a'), get('a'), get('a')])
  expect((await get('a'))?.bytes).toHaveLength(10)
  expect(reads).toEqual(['a'])
})

test('evicts the least recently used photos', async () => {
  const { get, reads } = createCache(25)
  for (const path of ['a', 'b', 'a', 'c', 'a', 'b']) await get(path)
  expect(reads).toEqual(['a', 'b', 'c', 'b'])
  await get('too large', 26)
  await get('too large', 26)
  expect(reads.slice(4)).toEqual(['too large', 'too large'])
})

test('reads a photo again if it was missing or could not be read before', async () => {
  const { get, getPhotoFile } = createCache(25)
  expect(await get('a', 0)).toBeUndefined()
  await expect(getPhotoFile('a', () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
  expect((await get('a'))?.bytes).toHaveLength(10)
})

test('serves an expired photo while the database is unavailable, and reads it again afterwards', async () => {
  vi.useFakeTimers()
  const { get, getPhotoFile, reads } = createCache(25)
  await get('a')
  vi.advanceTimersByTime(10 * 60_000 + 1)
  const outage = () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }))
  expect((await getPhotoFile('a', outage))?.bytes).toHaveLength(10)
  vi.advanceTimersByTime(1_001)
  await expect(getPhotoFile('a', () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  await get('a')
  expect(reads).toEqual(['a', 'a'])
})
