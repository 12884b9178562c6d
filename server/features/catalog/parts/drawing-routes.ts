import { refuse } from '@freehub/contract/refusals'
import { brandDrawings, type DetailLevel, drawBrand, drawPart } from '@freehub/drawings/draw'
import type { FastifyInstance } from 'fastify'
import { MISSING_RESPONSE, sendCachedResponse } from '../../../platform/cache/cached-response.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { sendRefusal } from '../../../platform/http/problems.ts'
import { UNLISTED_WITHOUT_SHEDDING } from '../../../platform/http/route.ts'
import type { Shop } from '../../../platform/open-platform.ts'
import { svgResponse } from './svg-response.ts'

const PART_FILE = /^(FH-\d{5}-\d)(?:-(icon|sheet))?\.svg$/

/** Serves the drawings of parts, generated from their dimensions, and the brand drawings. */
export async function drawingRoutes(
  app: FastifyInstance,
  { db, caches: { drawings: cache } }: Shop,
) {
  app.get<{ Params: { file: string } }>(
    '/drawings/:file',
    UNLISTED_WITHOUT_SHEDDING,
    async ({ params: { file } }, reply) => {
      const [, sku, level = 'card'] = PART_FILE.exec(file) ?? []
      if (!sku) return sendRefusal(reply, refuse('drawing_missing'))
      const response = await cache.get(file, async () => {
        const part = await findDrawing(db, sku)
        return part ? svgResponse(drawPart(part, level as DetailLevel)) : MISSING_RESPONSE
      })
      if (response.status === 404) return sendRefusal(reply, refuse('drawing_missing'))
      return sendCachedResponse(reply.request, reply, response)
    },
  )

  app.get<{ Params: { file: string } }>(
    '/drawings/house/:file',
    UNLISTED_WITHOUT_SHEDDING,
    async ({ params: { file } }, reply) => {
      const name = brandDrawings.find((known) => `${known}.svg` === file)
      if (!name) return sendRefusal(reply, refuse('drawing_missing'))
      const response = await cache.get(`house ${name}`, () => svgResponse(drawBrand(name)))
      return sendCachedResponse(reply.request, reply, response)
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
