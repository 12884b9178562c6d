import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { waitUntil } from '../wait-until.ts'
import { queryOnce } from './query.ts'

/**
 * Creates a migrated, empty database for one test file, as a clone of the run's template. `drop`
 * closes open connections.
 */
export async function createTestDatabase(): Promise<{
  databaseUrl: string
  drop(): Promise<void>
}> {
  const template = new URL(inject('templateDatabaseUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  // This needs a quarter of the CPU time of wal_log, because the test server does not sync its
  // files.
  await runInMaintenanceDatabase(
    `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`,
  )
  const url = new URL(template)
  url.pathname = `/${name}`
  return {
    databaseUrl: url.href,
    drop: () => dropDatabase(name),
  }
}

/** Drops a database and ends its connections. Waits for a running autovacuum, which this role may not end (42501). */
export async function dropDatabase(name: string): Promise<void> {
  await waitUntil('the database is dropped', () =>
    runInMaintenanceDatabase(`drop database if exists ${name} with (force)`).then(
      () => true,
      (error) => error.code !== '42501' && Promise.reject(error),
    ),
  )
}

function runInMaintenanceDatabase(statement: string): Promise<unknown> {
  const url = new URL(inject('templateDatabaseUrl'))
  url.pathname = '/postgres'
  return queryOnce(url.href, statement)
}
