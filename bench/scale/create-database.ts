import { fillDemo } from '@freehub/dev/sample-data/fill-demo'
import { migrate } from '@freehub/server/platform/database/migrate/migrate'
import { waitUntil } from '@freehub/tests/support/wait-until'
import pg from 'pg'
import { fillOrders } from '../fill-orders.ts'
import { fillParts } from '../fill-parts.ts'

const CATALOG = 'bench_catalog'

export interface Size {
  parts: number
  orders: number
}

export interface FilledDatabase {
  databaseUrl: string
  /** Duration of filling, in seconds. */
  seconds: number
  drop(): Promise<void>
}

/**
 * Creates a database with a shop of this size. Copies a catalog database that grows with each
 * call, because indexing a million parts takes minutes. Begin with the smallest size. The last call
 * renames the catalog database instead of copying it, to save disk space.
 */
export async function createDatabase(
  serverUrl: string,
  settings: Record<string, string>,
  { parts, orders }: Size,
  isLast = false,
): Promise<FilledDatabase> {
  const name = `bench_${parts}_${orders}`
  const startedAt = performance.now()
  const catalog = urlOf(serverUrl, CATALOG)
  if (!(await databaseExists(serverUrl, CATALOG))) {
    await runStatement(serverUrl, `create database ${CATALOG}`)
    await migrate(catalog)
    await fillDemo({ ...settings, DATABASE_URL: catalog })
  }
  await fillParts(catalog, parts)
  const drop = () => dropDatabase(serverUrl, name)
  await drop()
  await runStatement(
    serverUrl,
    isLast
      ? `alter database ${CATALOG} rename to ${name}`
      : `create database ${name} template ${CATALOG} strategy file_copy`,
  )
  const databaseUrl = urlOf(serverUrl, name)
  await fillOrders(databaseUrl, orders)
  return { databaseUrl, seconds: (performance.now() - startedAt) / 1000, drop }
}

/** Drops the catalog database of a previous run, if there is one. */
export async function dropCatalog(serverUrl: string): Promise<void> {
  await dropDatabase(serverUrl, CATALOG)
}

const INSUFFICIENT_PRIVILEGE = '42501'
const DROP_TIMEOUT_MS = 300_000

/** Drops a database. Waits while autovacuum works in it, because only a superuser may end its process. */
async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const drop = () =>
    runStatement(serverUrl, `drop database if exists ${name} with (force)`).catch((error) => {
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error
    })
  await waitUntil(`autovacuum has left ${name}`, drop, DROP_TIMEOUT_MS)
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function databaseExists(serverUrl: string, name: string): Promise<boolean> {
  const { rows } = await runStatement(
    serverUrl,
    `select from pg_database where datname = '${name}'`,
  )
  return rows.length > 0
}

async function runStatement(serverUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}
