import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { waitUntil } from '../wait-until.ts'

/**
 * A database of this test file's own, migrated and empty, cloned from the run's template.
 * `drop` throws out whoever is still connected.
 */
export async function createTestDatabase(): Promise<{
  databaseUrl: string
  drop(): Promise<void>
}> {
  const template = new URL(inject('templateDatabaseUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  // A quarter of the processor time of wal_log, since the test cluster does not sync its files.
  await administrate(
    `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`,
  )
  const url = new URL(template)
  url.pathname = `/${name}`
  return {
    databaseUrl: url.href,
    drop: () => dropDatabase(name),
  }
}

/** Drops a database and ends its connections, except an autovacuum's, which it waits for. */
export async function dropDatabase(name: string): Promise<void> {
  await waitUntil('the database is dropped', () =>
    administrate(`drop database if exists ${name} with (force)`).then(
      () => true,
      (error) => error.code !== '42501' && Promise.reject(error),
    ),
  )
}

async function administrate(statement: string): Promise<void> {
  const server = new URL(inject('templateDatabaseUrl'))
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
