import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { contentSecurityPolicy } from '../http/security-headers.ts'
import { loadBuiltRenderer } from './load-renderer.ts'
import { servePages } from './routes.ts'

interface Deps {
  config: Config
  caches: { pages: ResponseCache; catalog: ResponseCache }
  /** Serves through Vite, with hot reload. */
  dev: boolean
}

/** Serves the pages and their assets. Throws if the pages are not built. */
export async function serveWeb(app: FastifyInstance, { config, caches, dev }: Deps): Promise<void> {
  if (dev) {
    const { serveDevelopment } = await import('./development.ts')
    return serveDevelopment(app, config)
  }
  const built = await loadBuiltRenderer()
  await app.register(fastifyStatic, {
    root: new URL('../../../web/dist/client/assets/', import.meta.url),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    index: false,
  })
  const policy = contentSecurityPolicy(config, built.assets.start?.script ?? '')
  servePages(app, { config, caches, policy, loadRenderer: async () => built })
}
