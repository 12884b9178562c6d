import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, statfsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../../dev/embedded-database/embedded.ts'
import { migrate } from '../../../server/platform/database/migrate/migrate.ts'
import { queryOnce } from './query.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
export const CACHE = path.join(ROOT, '.cache')
const PREFIX = 'prepared-data-'

const SHARED_MEMORY = '/dev/shm'
const SHARED_MEMORY_MIN_BYTES = 2 * 1024 ** 3

/**
 * Folder for the data of test servers, in memory if there is space. Creating a database writes 600
 * files. In memory this takes a tenth of the CPU time that it takes on a disk.
 */
export const DATA_PARENT = hasSpace(SHARED_MEMORY) ? SHARED_MEMORY : CACHE

/**
 * Prefix of a data folder, before the process id. With it, a later run finds the folders of killed
 * runs.
 */
export const DATA_PREFIX = 'freehub-test-postgres-'

/** Data folder for a server of this process. */
export const testDataDir = path.join(DATA_PARENT, DATA_PREFIX + process.pid)

/** Files that the prepared data depend on. */
const INPUTS = [
  'server/migrations/*.sql',
  'server/platform/{database/migrate/migrate,jobs/job-queue}.ts',
  'tests/support/database/prepared-data.ts',
  'package-lock.json',
]

/**
 * Settings with which commits on a disk are about eight times as fast. The data do not survive a
 * crash of the machine.
 */
const VOLATILE_SETTINGS = `
fsync = off
full_page_writes = off
`

/** Without a password, a connection needs only half of the client's CPU time. */
const WITHOUT_PASSWORD = `
local all all trust
host all all 127.0.0.1/32 trust
`

/**
 * Copies a data directory with a migrated, empty database to `dataDir`/postgres, which saves 6 s for
 * initdb and migrations. The template is in `.cache`. Creates it if it is missing or one of its
 * `INPUTS` has changed. With `durable`, the server syncs commits and requires the password, as in the shop.
 */
export async function copyPreparedData(dataDir: string, { durable = false } = {}): Promise<void> {
  const template = path.join(CACHE, PREFIX + (await hashInputs()))
  if (!existsSync(template)) await createTemplate(template)
  const pgdata = path.join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true })
  cpSync(path.join(template, 'postgres'), pgdata, { recursive: true, preserveTimestamps: true })
  if (durable) return
  await appendFile(path.join(pgdata, 'postgresql.conf'), VOLATILE_SETTINGS)
  await prepend(path.join(pgdata, 'pg_hba.conf'), WITHOUT_PASSWORD)
}

async function prepend(file: string, text: string): Promise<void> {
  await writeFile(file, text + (await readFile(file, 'utf8')))
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of globSync(INPUTS, { cwd: ROOT }).sort()) {
    hash.update(file).update(await readFile(path.join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Creates the template, and deletes templates of other versions of the `INPUTS`. Renames the complete folder at the end,
 * so that parallel or killed runs leave no partial template.
 */
async function createTemplate(template: string): Promise<void> {
  for (const old of globSync(`${PREFIX}*`, { cwd: CACHE })) {
    // A parallel run may have created it since.
    if (path.join(CACHE, old) === template) continue
    await rm(path.join(CACHE, old), { recursive: true, force: true })
  }
  const temporary = path.join(CACHE, DATA_PREFIX + process.pid)
  const server = await startEmbeddedPostgres({ dataDir: temporary, log: () => {} })
  try {
    await migrate(server.databaseUrl)
  } finally {
    await server.stop()
  }
  await rename(temporary, template).catch(() => rm(temporary, { recursive: true, force: true }))
}

/** Creates a migrated, empty database on the server of `serverUrl`, which tests copy as a template. */
export async function addTemplate(serverUrl: string, name: string) {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await queryOnce(serverUrl, `create database ${name}`)
  await migrate(url.href)
  return {
    databaseUrl: url.href,
    drop: async () => void (await queryOnce(serverUrl, `drop database ${name} with (force)`)),
  }
}

function hasSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= SHARED_MEMORY_MIN_BYTES
  } catch {
    return false
  }
}
