import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/connect.ts'
import { drawHouse, drawPart, houseDrawings, type Level } from '../drawings/draw.ts'
import { compressed, etagOf, keepAnswers, sendKept } from '../http/kept-answers.ts'
import { sendRefusal } from '../http/problems.ts'

const PART_FILE = /^(FH-\d{5}-\d)(?:-(icon|sheet))?\.svg$/

/** Serves the pictures of parts, drawn from their dimensions, and the house's own drawings. */
export async function drawingRoutes(app: FastifyInstance, { db }: { db: Db }) {
  const kept = keepAnswers({ renewMs: 0 })

  app.get<{ Params: { file: string } }>(
    '/drawings/:file',
    { schema: { hide: true } },
    async ({ params: { file } }, reply) => {
      const [, sku, level = 'card'] = PART_FILE.exec(file) ?? []
      const part = sku && (await findDrawing(db, sku))
      if (!part) return sendRefusal(reply, refuse('drawing_missing'))
      const answer = await kept.get(file, () => svg(drawPart(part, level as Level)))
      return sendKept(reply.request, reply, answer)
    },
  )

  app.get<{ Params: { file: string } }>(
    '/drawings/house/:file',
    { schema: { hide: true } },
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
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
      etag: etagOf(body),
    },
  })
}
