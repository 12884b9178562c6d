import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { KeptAnswers } from '../cache/kept-answers.ts'
import { loadBuiltRenderer } from './load-renderer.ts'
import { servePages } from './routes.ts'

interface Deps {
  config: Config
  kept: { pages: KeptAnswers; catalogue: KeptAnswers }
  /** Through Vite, with hot reload. */
  dev: boolean
}

/** Serves the web: its pages, and what they load. Throws where it has not been built. */
export async function serveWeb(app: FastifyInstance, { config, kept, dev }: Deps): Promise<void> {
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
  servePages(app, { config, kept, loadRenderer: async () => built })
}
