import { isRefusal } from '@freehub/contract/refusals'
import { isDatabaseOutage } from '../../../platform/http/problems.ts'
import type { PhotoFile } from './encode-photo.ts'

type CachedFile = Pick<PhotoFile, 'format' | 'bytes'>
type ReadFile = () => Promise<CachedFile | undefined>

/** Files never change, but photos are deleted: maximum age of an entry. */
const MAX_AGE_MS = 10 * 60_000

/**
 * Caches the most recently used photo files by address, up to `maxBytes`. Concurrent requests for one file
 * share one read. A stale file is served while the database is unavailable.
 */
export function createPhotoFileCache(maxBytes: number) {
  const entries = new Map<string, { file: CachedFile; readAt: number }>()
  const pendingReads = new Map<string, Promise<CachedFile | undefined>>()
  let bytes = 0

  function remove(address: string) {
    bytes -= entries.get(address)?.file.bytes.length ?? 0
    entries.delete(address)
  }

  function store(address: string, file: CachedFile, readAt: number) {
    remove(address)
    entries.set(address, { file, readAt })
    bytes += file.bytes.length
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) return
      remove(oldest)
    }
  }

  async function readAndStore(address: string, read: ReadFile) {
    const readAt = Date.now()
    const file = await read()
    if (file) store(address, file, readAt)
    return file
  }

  return async function getPhotoFile(
    address: string,
    read: ReadFile,
  ): Promise<CachedFile | undefined> {
    const cached = entries.get(address)
    if (cached && Date.now() - cached.readAt < MAX_AGE_MS) {
      // Moves the entry to the end, as the most recently used.
      store(address, cached.file, cached.readAt)
      return cached.file
    }
    let file = pendingReads.get(address)
    if (!file) {
      file = readAndStore(address, read).finally(() => pendingReads.delete(address))
      pendingReads.set(address, file)
    }
    return cached ? file.catch((error) => useStale(error, cached.file)) : file
  }
}

function useStale(error: unknown, cached: CachedFile): CachedFile {
  if (isRefusal(error) || isDatabaseOutage(error)) return cached
  throw error
}
