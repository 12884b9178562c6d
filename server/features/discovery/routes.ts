import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import {
  compressResponse,
  etagOf,
  sendCachedResponse,
} from '../../platform/cache/cached-response.ts'
import type { ResponseCache } from '../../platform/cache/response-cache.ts'
import type { CatalogueReads } from '../../platform/database/replica/catalogue-reads.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import { renderManifest } from './manifest.ts'
import { renderRobots } from './robots.ts'
import { PARTS_PER_FILE, renderSitemap, renderSitemapFile } from './sitemap.ts'

interface Deps {
  reads: CatalogueReads
  /** Public origin, as sitemaps need absolute URLs. */
  origin: string
  /** Cache of sitemaps, cleared when parts change. */
  cache: ResponseCache
  /** Maximum number of parts in one sitemap file. */
  partsPerFile?: number | undefined
}

/** Serves robots.txt, the sitemaps and the web app manifest. */
export async function discoveryRoutes(app: FastifyInstance, deps: Deps) {
  const { reads, origin, cache, partsPerFile = PARTS_PER_FILE } = deps
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
      cache.get('', async () =>
        toXmlResponse(await reads.read((db) => renderSitemap({ db, ...site }))),
      ),
    ),
  )
  app.get<{ Params: { file: string } }>('/sitemaps/:file', routeOptions, async (request, reply) => {
    const name = /^([\w-]+)\.xml$/.exec(request.params.file)?.[1] ?? ''
    const response = await cache.get(`file ${name}`, async () => {
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
