import type { FastifyInstance } from 'fastify'
import type { Shop } from '../../platform/open-platform.ts'
import { deleteOldImports } from './imports/cancel-import.ts'
import { createImportRunner } from './imports/import-runner.ts'
import { importRoutes } from './imports/routes.ts'
import { drawingRoutes } from './parts/drawing-routes.ts'
import { partRoutes } from './parts/routes.ts'
import { deleteUnusedPhotos } from './photos/add-photo.ts'
import { photoRoutes } from './photos/routes.ts'
import { flushSearchIndex } from './search/flush-search-index.ts'

/** Registers the routes of the catalog. Returns its scheduled jobs, and the function that stops imports. */
export async function registerCatalog(app: FastifyInstance, shop: Shop) {
  const { db } = shop
  const runner = createImportRunner(shop)
  await app.register(partRoutes, shop)
  await app.register(drawingRoutes, shop)
  await app.register(importRoutes, { ...shop, runner })
  await app.register(photoRoutes, shop)
  return {
    jobs: {
      // Does not wait for the import, which may take longer than all other jobs together.
      startImports: async () => runner.wakeUp(),
      deleteOldImports: () => deleteOldImports(db),
      deleteUnusedPhotos: () => deleteUnusedPhotos(db),
      flushSearchIndex: () => flushSearchIndex(db),
    },
    stop: runner.stop,
  }
}
