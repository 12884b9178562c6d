import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { keepAnswers } from '../cache/kept-answers.ts'
import type { Assets, Renderer } from './load-renderer.ts'
import { servePages } from './routes.ts'

/** Files that the shop itself draws and writes, and Vite need not look for. */
const OWN_FILES =
  /^\/((drawings|pictures|sitemaps)\/|(favicon|apple-touch-icon|icon-[\w-]+|robots|sitemap|manifest)\.)/

/** Serves the web through Vite, with hot reload: `npm run dev`. Pages are rendered anew each time. */
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
      OWN_FILES.test(url) ||
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
  const never = keepAnswers({ renewMs: 0, most: 1 })
  servePages(app, {
    config,
    kept: { pages: never, catalogue: never },
    policy: "default-src * 'unsafe-inline' 'unsafe-eval' data: blob: ws:",
    loadRenderer: async () => ({
      renderer: (await vite.ssrLoadModule('/app/entry-server.tsx')) as Renderer,
      assets,
    }),
  })
}
