import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import {
  compressResponse,
  etagOf,
  sendCachedResponse,
} from '../../platform/cache/cached-response.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { renderManifest } from './manifest.ts'
import { renderRobots } from './robots.ts'
import { PARTS_PER_FILE, renderSitemap, renderSitemapFile } from './sitemap.ts'

/** Serves robots.txt, the sitemaps and the web app manifest. */
export async function discoveryRoutes(
  app: FastifyInstance,
  {
    reads,
    config: { origin },
    caches,
    partsPerFile = PARTS_PER_FILE,
  }: Shop & { partsPerFile?: number | undefined },
) {
  const site = { origin, partsPerFile }
  const routeOptions = { schema: { hide: true }, config: { fromMemory: true } }

  app.get('/robots.txt', routeOptions, (_request, reply) =>
    reply.headers(cacheHeaders).type('text/plain; charset=utf-8').send(renderRobots(origin)),
  )
  app.get('/manifest.webmanifest', routeOptions, (_request, reply) =>
    reply.headers(cacheHeaders).type('application/manifest+json').send(renderManifest()),
  )
  app.get('/sitemap.xml', routeOptions, (request, reply) =>
    sendCachedResponse(
      request,
      reply,
      caches.sitemaps.get('', async () =>
        toXmlResponse(await reads.read((db) => renderSitemap({ db, ...site }))),
      ),
    ),
  )
  app.get<{ Params: { file: string } }>('/sitemaps/:file', routeOptions, async (request, reply) => {
    const name = /^([\w-]+)\.xml$/.exec(request.params.file)?.[1] ?? ''
    const response = await caches.sitemaps.get(`file ${name}`, async () => {
      const body = await reads.read((db) => renderSitemapFile({ db, ...site }, name))
      return body ? toXmlResponse(body) : { status: 404, body: '', headers: {}, noStore: true }
    })
    if (response.status === 404) return sendRefusal(reply, refuse('route_missing'))
    return sendCachedResponse(request, reply, response)
  })
}

const cacheHeaders = { 'cache-control': 'public, max-age=3600' }

function toXmlResponse(body: string) {
  return compressResponse({
    body,
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'no-cache',
      etag: etagOf(body),
    },
  })
}
