import { refuse } from '@freehub/contract/refusals'
import type { PublicSettings } from '@freehub/contract/settings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { compressResponse, etagOf, sendCachedResponse } from '../cache/cached-response.ts'
import { bypassCache, type ResponseCache } from '../cache/response-cache.ts'
import { sendRefusal } from '../http/problems.ts'
import type { Assets, Renderer } from './load-renderer.ts'
import { findPartNumberSearch, normalizePageUrl } from './normalize-page-url.ts'

interface Deps {
  config: Config
  /** `pages`: a few pages. `catalog`: the many pages of parts, searches and older reviews. */
  caches: { pages: ResponseCache; catalog: ResponseCache }
  loadRenderer: () => Promise<{ renderer: Renderer; assets: Assets }>
  /** The content security policy. In development, Vite needs inline scripts and a WebSocket. */
  policy: string
}

/** Pages of parts, and pages with a query. */
const MANY_VARIANTS = /^\/(allParts\/|\w*\?)/

/** Responds with a page to every GET outside /api/ that matches no route. */
export function servePages(app: FastifyInstance, deps: Deps) {
  const settings = pageSettings(deps.config)

  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/')) return sendRefusal(reply, refuse('route_missing'))
    return sendPage(request, reply)
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const search = findPartNumberSearch(request.url)
    if (search) return reply.redirect(search)
    const url = normalizePageUrl(request.url)
    const cache = MANY_VARIANTS.test(url) ? deps.caches.catalog : deps.caches.pages
    return sendCachedResponse(request, reply, await cache.get(url, () => renderPage(url)))
  }

  async function renderPage(url: string) {
    const { renderer, assets } = await deps.loadRenderer()
    let isStale = false
    const { status, html, cacheable } = await renderer.render({
      url,
      settings,
      assets,
      async fetch(path) {
        const response = await bypassCache(() => callInternally(app, path))
        // Only stale responses have this header.
        isStale ||= response.headers.has('age')
        return response
      },
    })
    return compressResponse({
      status,
      noStore: !cacheable || isStale,
      body: html,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': deps.policy,
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        etag: etagOf(html),
      },
    })
  }
}

/** Makes a public call without the network, to get the data of a page. */
async function callInternally(app: FastifyInstance, path: string): Promise<Response> {
  const { statusCode, headers, rawPayload } = await app.inject({ url: path })
  const copied = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return new Response(new Uint8Array(rawPayload), {
    status: statusCode,
    headers: Object.fromEntries(copied),
  })
}

/** Returns the settings that pages need, which are public. */
function pageSettings(config: Config): PublicSettings {
  return {
    origin: config.origin,
    stripePublishableKey: config.stripe.publishableKey,
    stripeJsUrl: config.stripe.jsUrl,
    localCurrencyRate: config.localCurrencyRate,
    reservationHours: config.reservationHours,
    signInProviders: (['google', 'github'] as const).filter((provider) => config[provider]),
    ...(config.smsHook && { smsEnabled: true }),
    demoAccounts: config.demoAccounts,
    ...(config.inboxUrl && { inboxUrl: config.inboxUrl }),
  }
}
