import { calls } from '@freehub/contract/calls'
import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { sendKept } from '../../../platform/cache/kept-answers.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { sendRefusal } from '../../../platform/http/problems.ts'
import { answer, type Guards } from '../../../platform/http/route.ts'
import { EMBEDDABLE } from '../../../platform/http/security-headers.ts'
import { askerOf } from '../../identity/guards.ts'
import { photoTaker } from './add-photo.ts'
import { keepPhotoFiles } from './keep-photo-files.ts'
import { photoEncoder } from './photo-encoder.ts'
import { readPhotoFile } from './read-photo-file.ts'

interface Deps {
  db: Db
  guards: Guards
  /** `admit` throws a refusal while too much is being done for anything to be begun. */
  load: { admit(): void }
  /** So many bytes of photos are kept in memory. */
  keptBytes: number
  /** So many are taken in at a time. */
  waiting: number
  /** So long one is made anew; then its sender has given up. */
  patienceMs: number
}

/** The call that takes photos, and the photos themselves: what is at an address never changes. */
export async function photoRoutes(
  app: FastifyInstance,
  { db, guards, load, keptBytes, waiting, patienceMs }: Deps,
) {
  const { encode, close } = photoEncoder(app.log, patienceMs)
  app.addHook('onClose', close)
  const addPhoto = photoTaker(waiting, encode)
  answer(app, guards, calls.addPhoto, ({ file }, request) =>
    addPhoto(db, file, askerOf(request).id),
  )

  const photoFile = keepPhotoFiles(keptBytes)
  app.get<{ Params: { id: string; file: string } }>(
    '/photos/:id/:file',
    { schema: { hide: true }, config: { fromMemory: true } },
    async ({ params }, reply) => {
      const address = `${params.id}/${params.file}`
      const found = await photoFile(address, () => {
        load.admit()
        return readPhotoFile(db, params)
      })
      if (!found) return sendRefusal(reply, refuse('photo_missing'))
      const headers = {
        'content-type': `image/${found.format}`,
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `"${address}"`,
        ...EMBEDDABLE,
      }
      return sendKept(reply.request, reply, { body: found.bytes, headers })
    },
  )
}
