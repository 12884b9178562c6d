import { refuse } from '@freehub/contract/refusals'
import { drawHouse, drawPart, houseDrawings, type Level } from '@freehub/drawings/draw'
import type { FastifyInstance } from 'fastify'
import {
  compressed,
  etagOf,
  type KeptAnswer,
  type KeptAnswers,
  sendKept,
} from '../../../platform/cache/kept-answers.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { sendRefusal } from '../../../platform/http/problems.ts'
import { EMBEDDABLE } from '../../../platform/http/security-headers.ts'

/** Never kept: the part may be added next. */
const MISSING: KeptAnswer = { status: 404, body: '', headers: {}, passing: true }

const PART_FILE = /^(FH-\d{5}-\d)(?:-(icon|sheet))?\.svg$/

/** Serves the pictures of parts, drawn from their dimensions, and the house's own drawings. */
export async function drawingRoutes(
  app: FastifyInstance,
  { db, kept }: { db: Db; kept: KeptAnswers },
) {
  app.get<{ Params: { file: string } }>(
    '/drawings/:file',
    { schema: { hide: true }, config: { fromMemory: true } },
    async ({ params: { file } }, reply) => {
      const [, sku, level = 'card'] = PART_FILE.exec(file) ?? []
      if (!sku) return sendRefusal(reply, refuse('drawing_missing'))
      const answer = await kept.get(file, async () => {
        const part = await findDrawing(db, sku)
        return part ? svg(drawPart(part, level as Level)) : MISSING
      })
      if (answer.status === 404) return sendRefusal(reply, refuse('drawing_missing'))
      return sendKept(reply.request, reply, answer)
    },
  )

  app.get<{ Params: { file: string } }>(
    '/drawings/house/:file',
    { schema: { hide: true }, config: { fromMemory: true } },
    async ({ params: { file } }, reply) => {
      const name = houseDrawings.find((known) => `${known}.svg` === file)
      if (!name) return sendRefusal(reply, refuse('drawing_missing'))
      const answer = await kept.get(`house ${name}`, () => svg(drawHouse(name)))
      return sendKept(reply.request, reply, answer)
    },
  )
}

async function findDrawing(db: Db, sku: string) {
  const part = await db
    .selectFrom('parts')
    .select(['name', 'drawing'])
    .where('sku', '=', sku)
    .executeTakeFirst()
  return part?.drawing ? { ...part.drawing, id: sku, label: `Drawing: ${part.name}` } : undefined
}

function svg(body: string) {
  return compressed({
    body,
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'",
      etag: etagOf(body),
      ...EMBEDDABLE,
    },
  })
}
