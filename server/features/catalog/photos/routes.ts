import { calls } from '@freehub/contract/calls'
import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { sendCachedResponse } from '../../../platform/cache/cached-response.ts'
import { PHOTOS_SHARE } from '../../../platform/cache/caches.ts'
import { sendRefusal } from '../../../platform/http/problems.ts'
import { createCallRegistrar, UNLISTED_WITHOUT_SHEDDING } from '../../../platform/http/route.ts'
import { CROSS_ORIGIN_HEADERS } from '../../../platform/http/security-headers.ts'
import type { Shop } from '../../../platform/open-platform.ts'
import { createPhotoEncoder, createPhotoUploader } from './add-photo.ts'
import { createPhotoFileCache, readPhotoFile } from './photo-file-cache.ts'

/** Registers the upload call, and serves the photo files. The file at a URL never changes. */
export async function photoRoutes(
  app: FastifyInstance,
  { db, guards, load, config: { limits } }: Shop,
) {
  const { encode, close } = createPhotoEncoder(app.log, limits.photoMs)
  app.addHook('onClose', close)
  const addPhoto = createPhotoUploader(limits.photoUploads, encode)
  createCallRegistrar(app, guards)(calls.addPhoto, ({ file, principal }, { raw }) => {
    // The connection has no activity while earlier photos and this one are encoded, one after another.
    raw.setTimeout((limits.photoUploads + 1) * limits.photoMs)
    return addPhoto(db, file, principal.id)
  })

  const getPhotoFile = createPhotoFileCache(PHOTOS_SHARE * limits.cache.bytes)
  app.get<{ Params: { id: string; file: string } }>(
    '/photos/:id/:file',
    UNLISTED_WITHOUT_SHEDDING,
    async ({ params }, reply) => {
      const path = `${params.id}/${params.file}`
      const found = await getPhotoFile(path, () => {
        load.throwIfOverloaded()
        return readPhotoFile(db, params)
      })
      if (!found) return sendRefusal(reply, refuse('photo_missing'))
      const headers = {
        'content-type': `image/${found.format}`,
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `"${path}"`,
        ...CROSS_ORIGIN_HEADERS,
      }
      return sendCachedResponse(reply.request, reply, { body: found.bytes, headers })
    },
  )
}
