import type { Db } from '../../../platform/database/connections/connect.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FILE = /^([1-9]\d{2,3})\.(avif|webp|jpeg)$/

/** Reads a photo in one width and format by its file name, such as `640.avif`. */
export async function readPhotoFile(db: Db, { id, file }: { id: string; file: string }) {
  const [, width, format] = FILE.exec(file) ?? []
  if (!ID.test(id) || !format) return undefined
  return db
    .selectFrom('photo_files')
    .select(['bytes', 'format'])
    .where('photo_id', '=', id)
    .where('format', '=', format as 'avif' | 'webp' | 'jpeg')
    .where('width', '=', Number(width))
    .executeTakeFirst()
}
