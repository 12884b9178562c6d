import { mkdir, rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import {
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../dev/embedded-database/embedded.ts'
import { findStaleFolders } from '../temporary-folder.ts'
import {
  addTemplate,
  CACHE,
  copyPreparedData,
  DATA_PARENT,
  DATA_PREFIX,
  testDataDir,
} from './prepared-data.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database without connections, for createTestDatabase to clone. */
    templateDatabaseUrl: string
  }
}

/** PostgreSQL scans all buffers when a database is created or dropped: with 6 GB that takes half of the CPU time. */
const TEST_SETTINGS = { shared_buffers: '64MB' }

/**
 * Starts one PostgreSQL for the whole run, on a copy of the prepared data. With TEST_DATABASE_URL,
 * uses that server; its role must be allowed to create databases. Returns the teardown.
 */
export default async function startTestPostgres(
  project: TestProject,
): Promise<() => Promise<void>> {
  const externalUrl = process.env.TEST_DATABASE_URL
  if (externalUrl) {
    const template = await addTemplate(externalUrl, `test_template_${process.pid}`)
    project.provide('templateDatabaseUrl', template.databaseUrl)
    return template.drop
  }
  await removeLeftovers()
  await copyPreparedData(testDataDir)
  const server = await startEmbeddedPostgres({
    dataDir: testDataDir,
    log: () => {},
    settings: TEST_SETTINGS,
  })
  project.provide('templateDatabaseUrl', server.databaseUrl)
  return async () => {
    await server.stop()
    await rm(testDataDir, { recursive: true, force: true })
  }
}

/** Stops servers that still run after their test run was killed, and removes their folders. */
async function removeLeftovers(): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  for (const parent of new Set([CACHE, DATA_PARENT])) {
    for (const dataDir of await findStaleFolders(parent, DATA_PREFIX)) {
      // Another user's folder cannot be removed.
      await stopAndRemove(dataDir).catch(() => {})
    }
  }
}

async function stopAndRemove(dataDir: string): Promise<void> {
  if (await findEmbeddedPostgres(dataDir)) {
    await (await startEmbeddedPostgres({ dataDir, log: () => {} })).stop()
  }
  await rm(dataDir, { recursive: true, force: true })
}
