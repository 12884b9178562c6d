import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { etagOf, sendKept } from '../../platform/cache/kept-answers.ts'
import type { CatalogueReads } from '../../platform/database/replica/catalogue-reads.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import { EMBEDDABLE } from '../../platform/http/security-headers.ts'
import { openChild } from '../../platform/processes/open-child.ts'
import { favicon, icons } from './icons.ts'
import { partPicture } from './part-picture.ts'
import { findPicturedPart } from './pictured-part.ts'
import type { Outlines } from './raster.ts'
import { shopPicture } from './shop-picture.ts'

/** So many PNGs are kept in memory: some 30 kB each. */
const MOST_KEPT = 300

const PART_FILE = /^(FH-\d{5}-\d)\.png$/

interface Deps {
  reads: CatalogueReads
  /** So many pictures of parts wait to be drawn. */
  waiting: number
  /** One takes a tenth of a second; what takes longer than this would never end. */
  patienceMs: number
}

/** Serves the pictures that stand beside a link to the shop, and its icons. */
export async function pictureRoutes(
  app: FastifyInstance,
  { reads, waiting: most, patienceMs }: Deps,
) {
  const made = keepPictures()
  const child = openChild<Outlines, Buffer>(new URL('./raster-child.ts', import.meta.url), {
    patienceMs,
  })
  app.addHook('onClose', child.close)
  let waiting = 0

  /** Throws a refusal while too many wait. There are few other pictures, which never have to stand back. */
  function drawPart(svg: string): Promise<Buffer> {
    if (waiting >= most) throw refuse('pictures_busy')
    waiting += 1
    return child.ask({ svg }).finally(() => {
      waiting -= 1
    })
  }
  const always = { schema: { hide: true }, config: { fromMemory: true } }

  app.get<{ Params: { file: string } }>(
    '/pictures/:file',
    { schema: { hide: true } },
    async ({ params: { file } }, reply) => {
      if (file === 'freehub.png')
        return send(
          reply,
          made('shop', () => child.ask({ svg: shopPicture() })),
        )
      const sku = PART_FILE.exec(file)?.[1]
      const part = sku && (await reads.read((from) => findPicturedPart(from, sku)))
      if (!part) return sendRefusal(reply, refuse('drawing_missing'))
      const svg = partPicture(part)
      return send(
        reply,
        made(svg, () => drawPart(svg)),
      )
    },
  )
  for (const [file, { size, draw }] of Object.entries(icons)) {
    app.get(`/${file}`, always, (_request, reply) =>
      send(
        reply,
        made(file, () => child.ask({ svg: draw(), width: size })),
      ),
    )
  }
  app.get('/favicon.ico', always, (_request, reply) =>
    send(
      reply,
      made('favicon', () => favicon(child.ask)),
      'image/x-icon',
    ),
  )
}

/**
 * Keeps pictures by what they show, and never makes one twice at a time: it stays good for as long
 * as the same is to be drawn. Those that were not asked for longest go first.
 */
function keepPictures() {
  const kept = new Map<string, Promise<Buffer>>()

  return (shown: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const key = etagOf(shown)
    const picture = kept.get(key) ?? make()
    kept.delete(key)
    kept.set(key, picture)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string)
    picture.catch(() => kept.delete(key))
    return picture
  }
}

async function send(reply: FastifyReply, made: Promise<Buffer>, type = 'image/png') {
  const body = await made
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    etag: etagOf(body),
    ...EMBEDDABLE,
  }
  return sendKept(reply.request, reply, { body, headers })
}
