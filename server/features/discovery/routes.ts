import { refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import {
  compressed,
  etagOf,
  type KeptAnswers,
  sendKept,
} from '../../platform/cache/kept-answers.ts'
import type { CatalogueReads } from '../../platform/database/replica/catalogue-reads.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import { manifest } from './manifest.ts'
import { robots } from './robots.ts'
import { PARTS_IN_FILE, sitemap, sitemapFile } from './sitemap.ts'

interface Deps {
  reads: CatalogueReads
  /** Where the shop is reached: addresses for search engines are whole. */
  origin: string
  /** Sitemaps, renewed when parts change. */
  kept: KeptAnswers
  /** So many parts are in one file of the sitemap. */
  partsInFile?: number | undefined
}

/** What tells search engines and screens of the shop: robots, sitemaps, manifest. */
export async function discoveryRoutes(app: FastifyInstance, deps: Deps) {
  const { reads, origin, kept, partsInFile = PARTS_IN_FILE } = deps
  const place = { origin, partsInFile }
  const hidden = { schema: { hide: true }, config: { fromMemory: true } }

  app.get('/robots.txt', hidden, (_request, reply) =>
    reply.headers(lasting).type('text/plain; charset=utf-8').send(robots(origin)),
  )
  app.get('/manifest.webmanifest', hidden, (_request, reply) =>
    reply.headers(lasting).type('application/manifest+json').send(manifest()),
  )
  app.get('/sitemap.xml', hidden, (request, reply) =>
    sendKept(
      request,
      reply,
      kept.get('', async () => xml(await reads.read((db) => sitemap({ db, ...place })))),
    ),
  )
  app.get<{ Params: { file: string } }>('/sitemaps/:file', hidden, async (request, reply) => {
    const name = /^([\w-]+)\.xml$/.exec(request.params.file)?.[1] ?? ''
    const answer = await kept.get(`file ${name}`, async () => {
      const body = await reads.read((db) => sitemapFile({ db, ...place }, name))
      return body ? xml(body) : { status: 404, body: '', headers: {}, passing: true }
    })
    if (answer.status === 404) return sendRefusal(reply, refuse('route_missing'))
    return sendKept(request, reply, answer)
  })
}

const lasting = { 'cache-control': 'public, max-age=3600' }

function xml(body: string) {
  return compressed({
    body,
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'no-cache',
      etag: etagOf(body),
    },
  })
}
