import { isId } from '@freehub/contract/read-id'
import { isRefusal } from '@freehub/contract/refusals'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { isDatabaseOutage } from '../../../platform/http/problems.ts'
import type { PhotoFile } from './encode-photo.ts'

type CachedFile = Pick<PhotoFile, 'format' | 'bytes'>
type ReadFile = () => Promise<CachedFile | undefined>

/** Maximum age of an entry. A file never changes, but its photo may have been deleted. */
const MAX_AGE_MS = 10 * 60_000
/** Time until an expired file is read again after a failed read. */
const RETRY_MS = 1_000

/** Holds up to `maxBytes`. Serves expired files while the database is unavailable or the process is overloaded. */
export function createPhotoFileCache(maxBytes: number) {
  const files = new LRUCache<string, CachedFile, ReadFile>({
    maxSize: Math.floor(maxBytes),
    sizeCalculation: ({ bytes }) => bytes.length,
    ttl: MAX_AGE_MS,
    perf: Date,
    fetchMethod: async (_path, expired, { context: read, options }) => {
      try {
        return await read()
      } catch (error) {
        if (!expired || !(isRefusal(error) || isDatabaseOutage(error))) throw error
        options.ttl = RETRY_MS
        return expired
      }
    },
    // Reads of other files may evict a file that is being read.
    ignoreFetchAbort: true,
  })
  return (path: string, read: ReadFile) => files.fetch(path, { context: read })
}

const FILE_NAME = /^([1-9]\d{2,3})\.(avif|webp|jpeg)$/

/** Reads a photo in one width and format by its file name, such as `640.avif`. */
export async function readPhotoFile(db: Db, { id, file }: { id: string; file: string }) {
  const [, width, format] = FILE_NAME.exec(file) ?? []
  if (!isId(id) || !format) return undefined
  return db
    .selectFrom('photo_files')
    .select(['bytes', 'format'])
    .where('photo_id', '=', id)
    .where('format', '=', format as 'avif' | 'webp' | 'jpeg')
    .where('width', '=', Number(width))
    .executeTakeFirst()
}
