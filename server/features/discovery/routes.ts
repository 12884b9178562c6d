import { pagePaths } from '@freehub/contract/pages'
import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import {
  compressResponse,
  etagOf,
  MISSING_RESPONSE,
  sendCachedResponse,
} from '../../platform/cache/cached-response.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import { UNLISTED_WITHOUT_SHEDDING } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { icons } from '../preview-images/icons.ts'
import { MAX_PARTS_PER_FILE, renderSitemap, renderSitemapFile } from './sitemap.ts'

export async function discoveryRoutes(
  app: FastifyInstance,
  {
    reads,
    config: { origin },
    caches,
    maxPartsPerFile = MAX_PARTS_PER_FILE,
  }: Shop & { maxPartsPerFile?: number | undefined },
) {
  const site = { origin, maxPartsPerFile }

  app.get('/robots.txt', UNLISTED_WITHOUT_SHEDDING, (_request, reply) =>
    reply.headers(cacheHeaders).type('text/plain; charset=utf-8').send(renderRobots(origin)),
  )
  app.get('/manifest.webmanifest', UNLISTED_WITHOUT_SHEDDING, (_request, reply) =>
    reply.headers(cacheHeaders).type('application/manifest+json').send(renderManifest()),
  )
  app.get('/sitemap.xml', UNLISTED_WITHOUT_SHEDDING, (request, reply) =>
    sendCachedResponse(
      request,
      reply,
      caches.sitemaps.get('', async () =>
        toXmlResponse(await reads.read((db) => renderSitemap({ db, ...site }))),
      ),
    ),
  )
  app.get<{ Params: { file: string } }>(
    '/sitemaps/:file',
    UNLISTED_WITHOUT_SHEDDING,
    async (request, reply) => {
      const name = /^([\w-]+)\.xml$/.exec(request.params.file)?.[1] ?? ''
      const response = await caches.sitemaps.get(`file ${name}`, async () => {
        const body = await reads.read((db) => renderSitemapFile({ db, ...site }, name))
        return body ? toXmlResponse(body) : MISSING_RESPONSE
      })
      if (response.status === 404) return sendRefusal(reply, refuse('route_missing'))
      return sendCachedResponse(request, reply, response)
    },
  )
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

function renderManifest(): string {
  return JSON.stringify({
    id: '/',
    name: 'Freehub',
    short_name: 'Freehub',
    description: 'Bicycle spare parts straight from the maker, sold in bulk.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f3f6f8',
    theme_color: '#fcfdfe',
    icons: Object.entries(icons)
      .filter(([, { purpose }]) => purpose)
      .map(([file, { size, purpose }]) => ({
        src: `/${file}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
  })
}

/** Paths that crawlers should skip: screens that require sign-in, and calls. */
const DISALLOWED_PATHS = [pagePaths.myProfile, pagePaths.purchase(''), '/api/']

function renderRobots(origin: string): string {
  const disallowed = DISALLOWED_PATHS.map((path) => `Disallow: ${path}`)
  return `${['User-agent: *', ...disallowed, '', `Sitemap: ${origin}/sitemap.xml`].join('\n')}\n`
}
