import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import type { Assets, Renderer } from './load-renderer.ts'
import { servePages } from './routes.ts'

/** Paths of files that the server generates itself. */
const SERVER_FILES =
  /^\/((drawings|photos|pictures|sitemaps)\/|(favicon|apple-touch-icon|icon-[\w-]+|robots|sitemap|manifest)\.)/

/** Serves the pages and their modules through Vite, with hot reload, for `npm run dev`. Pages are not cached. */
export async function serveDevelopment(app: FastifyInstance, config: Config) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: 'web/vite.config.ts',
    configLoader: 'native',
    root: 'web',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    const { url, headers } = request
    const isCall = headers.authorization !== undefined || headers.accept === 'application/json'
    if (
      isCall ||
      SERVER_FILES.test(url) ||
      !/^\/(@|node_modules|\.\.|[\w-]+(\/[\w-]+)*\.\w+|style)/.test(url)
    )
      return done()
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404
      reply.raw.end()
    })
  })

  const assets: Assets = {
    styles: [],
    fonts: [],
    sources: ['/app/head-script.ts', '/@vite/client', '/app/entry-client.tsx'],
    screens: {},
  }
  const noCache = createResponseCache({ minRefreshMs: 0, maxEntries: 1 })
  servePages(app, {
    config,
    caches: { pages: noCache, catalog: noCache },
    policy: "default-src * 'unsafe-inline' 'unsafe-eval' data: blob: ws:",
    loadRenderer: async () => ({
      renderer: (await vite.ssrLoadModule('/app/entry-server.tsx')) as Renderer,
      assets,
    }),
  })
}
