import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { isFull } from '../../tests/resilience/fixture.ts'
import { copyPreparedData, DATA_PARENT } from '../../tests/support/database/prepared-data.ts'
import { queryOnce as query } from '../../tests/support/database/query.ts'
import { testSettings } from '../../tests/support/shop/settings.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { isAlive, isPostmasterOf } from './endpoint.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

// Skipped without `isFull`, because each test run already creates its data directory with the same call.
test.runIf(isFull)('creates a data directory, even after an interrupted start', async () => {
  const dataDir = await newDataDir()
  await mkdir(path.join(dataDir, 'postgres.new-abc123/data'), { recursive: true })
  await start(dataDir)
  expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log'])
})

test('keeps its data between starts', async () => {
  const dataDir = await initializedDataDir()
  const first = await start(dataDir)
  await query(first.databaseUrl, 'create table survivor as select 1 as one')
  expect(await findEmbeddedPostgres(dataDir)).toBe(first.databaseUrl)
  await first.stop()
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()

  const second = await start(dataDir)
  expect(await query(second.databaseUrl, 'select * from survivor')).toEqual([{ one: 1 }])
})

describe('a server that was started in a folder open to all users', () => {
  let folder: string
  let dataDir: string
  let databaseUrl: string
  let stop: () => Promise<void>

  beforeAll(async () => {
    folder = await mkdtemp(path.join(DATA_PARENT, 'embedded-test-'))
    await chmod(folder, 0o755)
    dataDir = path.join(folder, 'data')
    await mkdir(dataDir, { mode: 0o755 })
    await copyPreparedData(dataDir, { durable: true })
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
    databaseUrl = server.databaseUrl
    stop = server.stop
  })
  afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('commits with fsync, uses UTC, opens no port and denies the shop the superuser role', async () => {
    const settings = ['fsync', 'synchronous_commit', 'TimeZone', 'listen_addresses', 'is_superuser']
    const columns = settings.map((name) => `current_setting('${name}') as "${name}"`)
    expect(await query(databaseUrl, `select ${columns.join(', ')}`)).toEqual([
      {
        fsync: 'on',
        synchronous_commit: 'on',
        TimeZone: 'UTC',
        listen_addresses: '',
        is_superuser: 'off',
      },
    ])
  })

  test('allows enough connections for eight shop processes and a command', async () => {
    const limit = "select current_setting('max_connections')::int as connections"
    const [server] = await query(databaseUrl, limit)
    const connectionsPerProcess =
      readConfig({ ...testSettings, DATABASE_URL: databaseUrl }).limits.database.connections + 6
    expect(server.connections).toBeGreaterThan(8 * connectionsPerProcess)
  })

  test('denies other system users the data folder, and runs PostgreSQL without Linux capabilities', async () => {
    const { mode, gid } = await stat(dataDir)
    const isRoot = process.getuid?.() === 0
    expect(mode & 0o777).toBe(isRoot ? 0o710 : 0o700)
    if (isRoot) expect(gid).toBe((await stat(path.join(dataDir, 'postgres'))).gid)
    if (process.platform !== 'linux') return
    const status = await readFile(`/proc/${await postmasterPid(dataDir)}/status`, 'utf8')
    expect(/^CapEff:\s*(\w+)$/m.exec(status)?.[1]).toMatch(/^0+$/)
  })

  test('is not the server of a folder whose path is the beginning of its path', async () => {
    const pgdata = path.join(dataDir, 'postgres')
    const pid = await postmasterPid(dataDir)
    expect(await isPostmasterOf(pid, pgdata)).toBe(true)
    if (process.platform !== 'win32')
      expect(await isPostmasterOf(pid, pgdata.slice(0, -1))).toBe(false)
  })

  test('restarts a crashed server at the same URL', async () => {
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    await expect
      .poll(() => query(databaseUrl, 'select 1 as one').catch(() => 'not yet'), { timeout: 30_000 })
      .toEqual([{ one: 1 }])
  })
})

test('uses the server that a killed process left running', async () => {
  const dataDir = await initializedDataDir()
  const databaseUrl = await startInKilledProcess(dataDir)
  const server = await start(dataDir)
  expect(server.databaseUrl).toBe(databaseUrl)
  await server.stop()
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
})

test('starts after a crash even if another program has the old pid', async () => {
  const dataDir = await initializedDataDir()
  const databaseUrl = await startInKilledProcess(dataDir)
  await query(databaseUrl, 'create table survivor as select 1 as one')
  process.kill(await postmasterPid(dataDir), 'SIGKILL')
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
  cleanups.push(() => other.kill('SIGKILL'))
  const pidFile = path.join(dataDir, 'postgres/postmaster.pid')
  const text = await readFile(pidFile, 'utf8')
  await writeFile(pidFile, text.replace(/^\d+/, String(other.pid)))

  const server = await start(dataDir)
  expect(await query(server.databaseUrl, 'select * from survivor')).toEqual([{ one: 1 }])
  expect(await readdir('/tmp')).not.toContain(path.basename(socketFolder(databaseUrl)))
})

test('stops a server whose data folder was removed', async () => {
  const dataDir = await initializedDataDir()
  const { databaseUrl, stop } = await start(dataDir)
  const pid = await postmasterPid(dataDir)
  await rm(dataDir, { recursive: true })
  await stop()
  // This process may reap the stopped server a moment later.
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await readdir('/tmp')).not.toContain(path.basename(socketFolder(databaseUrl)))
})

test('rejects data of another PostgreSQL version with a clear message', async () => {
  const dataDir = await newDataDir()
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true })
  await writeFile(path.join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(
    /postgres was created by PostgreSQL 17, but this is PostgreSQL 18\. Set DATABASE_URL to use your own PostgreSQL server\.$/,
  )
})

/** Copies an initialised database to a new data folder, which saves 6 s of initdb. */
async function initializedDataDir(): Promise<string> {
  const dataDir = await newDataDir()
  await copyPreparedData(dataDir, { durable: true })
  return dataDir
}

async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(DATA_PARENT, 'embedded test '))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return path.join(folder, 'my data')
}

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  cleanups.push(server.stop)
  return server
}

/** Starts a server from a process that kills itself. Returns the URL of the server. */
async function startInKilledProcess(dataDir: string): Promise<string> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./embedded.ts'))})
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log() {} })
    process.stdout.write(server.databaseUrl, () => process.kill(process.pid, 'SIGKILL'))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await once(child, 'close')
  return output
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

function socketFolder(databaseUrl: string): string {
  return new URL(databaseUrl).searchParams.get('host') ?? ''
}
