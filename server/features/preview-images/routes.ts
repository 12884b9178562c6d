import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { etagOf, sendCachedResponse } from '../../platform/cache/cached-response.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import { UNLISTED_WITHOUT_SHEDDING } from '../../platform/http/route.ts'
import { CROSS_ORIGIN_HEADERS } from '../../platform/http/security-headers.ts'
import { createConcurrencyLimit } from '../../platform/limits/concurrency-limit.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { openChildProcess } from '../../platform/processes/child-process.ts'
import { icons, renderFavicon } from './icons.ts'
import { findPreviewedPart, renderPartPreview } from './part-preview-image.ts'
import type { RasterJob } from './rasterize.ts'
import { renderShopPreview } from './shop-preview-image.ts'

/** Maximum number of cached PNGs, each of about 30 kB. */
const MAX_CACHED_IMAGES = 300

const PART_FILE = /^(FH-\d{5}-\d)\.png$/

/** Serves preview images and icons. */
export async function previewImageRoutes(
  app: FastifyInstance,
  { reads, config: { limits } }: Shop,
) {
  const sendImage = createImageSender()
  const child = openChildProcess<RasterJob, Buffer>(new URL('./raster-child.ts', import.meta.url), {
    timeoutMs: limits.previewImageMs,
  })
  app.addHook('onClose', child.close)
  /** The limit does not apply to the few images that show no part. */
  const partImageLimit = createConcurrencyLimit(limits.previewImagesWaiting, {
    createError: () => refuse('pictures_busy'),
  })

  app.get<{ Params: { file: string } }>(
    '/pictures/:file',
    { schema: { hide: true } },
    async ({ params: { file } }, reply) => {
      if (file === 'freehub.png')
        return sendImage(reply, 'shop', () => child.run({ svg: renderShopPreview() }))
      const sku = PART_FILE.exec(file)?.[1]
      const part = sku && (await reads.read((db) => findPreviewedPart(db, sku)))
      if (!part) return sendRefusal(reply, refuse('drawing_missing'))
      const svg = renderPartPreview(part)
      return sendImage(reply, svg, () => partImageLimit.run(() => child.run({ svg })))
    },
  )
  for (const [file, { size, draw }] of Object.entries(icons)) {
    app.get(`/${file}`, UNLISTED_WITHOUT_SHEDDING, (_request, reply) =>
      sendImage(reply, file, () => child.run({ svg: draw(), width: size })),
    )
  }
  app.get('/favicon.ico', UNLISTED_WITHOUT_SHEDDING, (_request, reply) =>
    sendImage(reply, 'favicon', () => renderFavicon(child.run), 'image/x-icon'),
  )
}

/**
 * Returns a function that sends an image and caches it. The key is the SVG, or the name of an image that never changes.
 * Entries never become outdated, because a changed part has another SVG.
 */
function createImageSender() {
  const images = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    max: MAX_CACHED_IMAGES,
    fetchMethod: async (_key, _old, { context: render }) => render(),
    ignoreFetchAbort: true,
  })
  return async (
    reply: FastifyReply,
    svgOrName: string,
    render: () => Promise<Buffer>,
    type = 'image/png',
  ) => {
    const body = await images.forceFetch(etagOf(svgOrName), { context: render })
    const headers = {
      'content-type': type,
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      etag: etagOf(body),
      ...CROSS_ORIGIN_HEADERS,
    }
    return sendCachedResponse(reply.request, reply, { body, headers })
  }
}
