import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, statfsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../dev/embedded-database/embedded.ts'
import { migrate } from '../../../server/platform/database/migrate/migrate.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
export const CACHE = path.join(ROOT, '.cache')
const PREFIX = 'test-cluster-'

const MEMORY = '/dev/shm'
const MEMORY_MIN_BYTES = 2 * 1024 ** 3

/**
 * Folder for the data of test servers: in memory where there is room. To create a database takes a tenth of
 * the processor time there, since that writes 600 files.
 */
export const DATA_PARENT = hasRoom(MEMORY) ? MEMORY : CACHE

/** Name of a data folder, before the process's id: a later run stops the server and removes the folder of a killed one. */
export const DATA_PREFIX = 'freehub-test-postgres-'

/** Data folder for a server of this process. */
export const testDataDir = path.join(DATA_PARENT, DATA_PREFIX + process.pid)

/** What the cluster is made from. */
const INPUTS = [
  'server/migrations/*.sql',
  'server/platform/{database/migrate/migrate,jobs/jobs}.ts',
  'tests/support/database/test-cluster.ts',
  'package-lock.json',
]

/** On a disk, a commit is about eight times as fast. The data do not survive a crash of the machine. */
const VOLATILE = `
fsync = off
full_page_writes = off
`

/**
 * Copies an initialised cluster, in which the shop's database is migrated and empty, to
 * `dataDir`/postgres, in place of the 6 s of initdb and the migrations. The original is in `.cache`,
 * and is made when it is missing or the migrations have changed. With `durable`, the copy writes commits
 * through to the disk.
 */
export async function copyTestCluster(dataDir: string, { durable = false } = {}): Promise<void> {
  const original = path.join(CACHE, PREFIX + (await hashOfInputs()))
  if (!existsSync(original)) await makeOriginal(original)
  const cluster = path.join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true })
  cpSync(path.join(original, 'postgres'), cluster, { recursive: true, preserveTimestamps: true })
  if (!durable) await appendFile(path.join(cluster, 'postgresql.conf'), VOLATILE)
}

async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of globSync(INPUTS, { cwd: ROOT }).sort()) {
    hash.update(file).update(await readFile(path.join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Makes it under another name and renames it, so that parallel and killed runs leave no half of it. */
async function makeOriginal(original: string): Promise<void> {
  for (const old of globSync(`${PREFIX}*`, { cwd: CACHE })) {
    await rm(path.join(CACHE, old), { recursive: true, force: true })
  }
  const aside = path.join(CACHE, DATA_PREFIX + process.pid)
  const server = await startEmbeddedPostgres({ dataDir: aside, log: () => {} })
  try {
    await migrate(server.databaseUrl)
  } finally {
    await server.stop()
  }
  await rename(aside, original).catch(() => rm(aside, { recursive: true, force: true }))
}

/** Creates a migrated and empty database beside the one of `serverUrl`. */
export async function addTemplate(
  serverUrl: string,
  name: string,
): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const databaseUrl = databaseNamed(serverUrl, name)
  await run(serverUrl, `create database ${name}`)
  await migrate(databaseUrl)
  return { databaseUrl, drop: () => run(serverUrl, `drop database ${name} with (force)`) }
}

/** The same server with another database. */
function databaseNamed(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function run(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= MEMORY_MIN_BYTES
  } catch {
    return false
  }
}
