import { refuse } from '@freehub/contract/refusals'
import type { ShopSettings } from '@freehub/contract/settings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { compressed, etagOf, type KeptAnswers, readFresh, sendKept } from '../cache/kept-answers.ts'
import { sendRefusal } from '../http/problems.ts'
import { contentPolicy } from '../http/security-headers.ts'
import type { Assets, Renderer } from './load-renderer.ts'
import { pageAddress } from './page-address.ts'

interface Deps {
  config: Config
  /** Pages of which there is one each, and those of parts, searches and older reviews, of which there are many. */
  kept: { pages: KeptAnswers; catalogue: KeptAnswers }
  loadRenderer: () => Promise<{ renderer: Renderer; assets: Assets }>
  /** Vite needs inline scripts and a socket while the pages are being worked on. */
  policy?: string
}

const OF_MANY = /^\/(allParts\/|\w*\?)/

/** Answers every GET outside /api/ that no call answers with a page. */
export function servePages(app: FastifyInstance, deps: Deps) {
  const policy = deps.policy ?? contentPolicy(deps.config)
  const settings = pageSettings(deps.config)

  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/')) return sendRefusal(reply, refuse('route_missing'))
    return sendPage(request, reply)
  })

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const address = pageAddress(request.url)
    const kept = OF_MANY.test(address) ? deps.kept.catalogue : deps.kept.pages
    return sendKept(request, reply, await kept.get(address, () => renderPage(address)))
  }

  async function renderPage(url: string) {
    const { renderer, assets } = await deps.loadRenderer()
    let isOld = false
    const { status, html, cacheable } = await renderer.render({
      url,
      settings,
      assets,
      async fetch(path) {
        const answer = await readFresh(() => callItself(app, path))
        isOld ||= answer.headers.has('age')
        return answer
      },
    })
    return compressed({
      status,
      passing: !cacheable || isOld,
      body: html,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        etag: etagOf(html),
      },
    })
  }
}

/** Pages read what everybody reads: the public calls, without a way through the network. */
async function callItself(app: FastifyInstance, path: string): Promise<Response> {
  const { statusCode, headers, rawPayload } = await app.inject({ url: path })
  const copied = Object.entries(headers).map(([name, value]) => [name, String(value)])
  return new Response(new Uint8Array(rawPayload), {
    status: statusCode,
    headers: Object.fromEntries(copied),
  })
}

function pageSettings(config: Config): ShopSettings {
  return {
    origin: config.origin,
    stripePublishableKey: config.stripe.publishableKey,
    stripeJsUrl: config.stripe.jsUrl,
    localCurrencyRate: config.localCurrencyRate,
    reservationHours: config.reservationHours,
    signInProviders: (['google', 'github'] as const).filter((provider) => config[provider]),
    ...(config.textHook && { sendsTexts: true }),
    demoAccounts: config.demoAccounts,
    ...(config.inboxUrl && { inboxUrl: config.inboxUrl }),
  }
}
