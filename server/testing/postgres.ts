import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { leftBehind } from './left-behind.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that nobody connects to, for createTestDatabase to clone. */
    templateDatabaseUrl: string
  }
}

const CACHE = path.resolve(import.meta.dirname, '../../.cache')
const FOLDER_PREFIX = 'test-postgres-'

/** Where this process keeps a server's data: a later run finds and removes what a killed one left. */
export const testDataDir = path.join(CACHE, FOLDER_PREFIX + process.pid)

/**
 * Starts one PostgreSQL for the whole run (TEST_DATABASE_URL: uses that one, whose role must be
 * allowed to create databases) and migrates the template. Answers what takes it all down again.
 */
export default async function startTestPostgres(
  project: TestProject,
): Promise<() => Promise<void>> {
  const server = await serverForTests()
  const name = `test_template_${randomBytes(6).toString('hex')}`
  await run(server.databaseUrl, `create database ${name}`)
  const templateUrl = new URL(server.databaseUrl)
  templateUrl.pathname = `/${name}`
  await migrate(templateUrl.href)
  project.provide('templateDatabaseUrl', templateUrl.href)
  return async () => {
    await run(server.databaseUrl, `drop database ${name} with (force)`)
    await server.stop()
  }
}

async function serverForTests(): Promise<{ databaseUrl: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { databaseUrl: given, stop: async () => {} }
  await removeLeftovers()
  const dataDir = testDataDir
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  return {
    databaseUrl: server.databaseUrl,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A run that was killed has left its server running; the folder's name says whose it was. */
async function removeLeftovers(): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  for (const dataDir of await leftBehind(CACHE, FOLDER_PREFIX)) {
    if (await findEmbeddedPostgres(dataDir)) {
      await (await startEmbeddedPostgres({ dataDir, log: () => {} })).stop()
    }
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function run(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
