import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findEmbeddedPostgres } from '../dev/embedded-database/embedded.ts'
import { findPostmaster, isAlive } from '../dev/embedded-database/endpoint.ts'
import { connect } from '../server/platform/database/connections/connect.ts'
import { isFull } from '../tests/resilience/fixture.ts'
import { copyPreparedData, DATA_PARENT } from '../tests/support/database/prepared-data.ts'
import { createTestDatabase } from '../tests/support/database/test-database.ts'
import { findFreePort } from '../tests/support/network/ports.ts'
import {
  endProcessTree,
  killProcess,
  listProcessTree,
  type ScriptRun,
  spawnScript,
} from '../tests/support/spawn-script.ts'
import { waitUntil } from '../tests/support/wait-until.ts'

const OPEN = /Freehub is open/

/** The first start also builds the pages. */
const TIMEOUT_MS = 900_000

let cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const step of cleanups.reverse()) await step()
  cleanups = []
})

test(
  'keeps its data when all its processes are killed, and stops all of them on Ctrl-C',
  async () => {
    const env = await createSettings()
    const first = await startAndWait(env)
    expect(first.output()).toContain(`http://localhost:${env.PORT}`)
    expect(first.output()).toContain('customer@freehub.test')
    await queryDatabase(env, 'create table survivor as select 1 as one')
    const all = await listProcessTree(first.pid)
    expect(all.length).toBeGreaterThan(2)
    for (const pid of all) killProcess(pid)

    const second = start(env)
    await second.waitForOutput(/Starting the shop/)
    expect(await queryDatabase(env, 'select * from survivor')).toEqual([{ one: 1 }])
    expect(await queryDatabase(env, 'select count(*)::int as count from users')).toEqual([
      { count: 2 },
    ])
    const [output] = await Promise.all([runShopCommand(env), second.waitForOutput(OPEN)])
    expect(output).toMatch(/^customer@freehub.test is now an admin\./)
    // Ctrl-C reaches all processes in the terminal.
    await expectCleanShutdown(second, () => second.signalGroup('SIGINT'))
  },
  TIMEOUT_MS,
)

test.runIf(isFull)(
  'npm run shop reaches the database whether the shop is running or not',
  async () => {
    const env = await createSettings()
    expect(await runShopCommand(env)).toMatch(/There is no shop in .*my data yet/)
    const shop = await startAndWait(env)
    expect(await runShopCommand(env)).toMatch(/^customer@freehub.test is now an admin\./)
    expect(await runShopCommand(env, ['check-ledger'])).toBe('The ledger is consistent.')
    await expectSecondShopRefused(env)
    await expectNothingOutlivesStart()
    await expectCleanShutdown(shop, () => shop.signal('SIGTERM'))

    expect(await runShopCommand(env)).toBe('customer@freehub.test is already an admin.')
    expect(await runShopCommand(env, ['check-ledger'])).toMatch(
      /^The ledger was not checked: the card prov/,
    )
    expect(await findEmbeddedPostgres(env.DATA_DIR)).toBeUndefined()
  },
  TIMEOUT_MS,
)

test('npm run shop stops its PostgreSQL on Ctrl-C, and one that a killed command left running', async () => {
  const env = await createSettings()
  await copyPreparedData(env.DATA_DIR)
  const pgdata = path.join(env.DATA_DIR, 'postgres')
  const findServer = () => findPostmaster(pgdata)
  const runUntilServerStarts = async () => {
    const command = spawnScript('scripts/shop.mjs', ['check-ledger'], env)
    cleanups.push(() => endProcessTree(command.pid))
    await waitUntil('PostgreSQL starts', findServer)
    cleanups.push(async () => {
      const server = await findServer()
      if (server) killProcess(server.pid)
    })
    return command
  }

  const interrupted = await runUntilServerStarts()
  interrupted.signalGroup('SIGINT')
  expect([await interrupted.ended, await findServer()]).toEqual([130, undefined])

  const killed = await runUntilServerStarts()
  killed.signalGroup('SIGKILL')
  await killed.ended
  expect(await findServer()).toBeDefined()
  await runShopCommand(env, ['check-ledger'])
  expect(await findServer()).toBeUndefined()
})

test('exits immediately with one sentence when a setting is invalid', async () => {
  const unreachable = { DATABASE_URL: 'postgresql://127.0.0.1:1/x' }
  const port = await readStartError({ ...(await createSettings()), PORT: 'abc' })
  expect(port).toBe('PORT is wrong: write a port from 1 to 65535, such as 3000.')
  // server/platform/database/connections/require-database.test.ts tests the next sentence in each run.
  if (!isFull) return
  const database = await readStartError({ ...(await createSettings()), ...unreachable })
  expect(database).toMatch(/^Cannot connect to the PostgreSQL of DATABASE_URL at 127\.0\.0\.1:1/)
})

/** Expects that a second shop with the same data folder or the same port does not start. */
async function expectSecondShopRefused(env: Settings): Promise<void> {
  const [sameData, samePort] = await Promise.all([
    readStartError({ ...(await createSettings()), DATA_DIR: env.DATA_DIR }),
    readStartError({ ...(await createSettings()), PORT: env.PORT }),
  ])
  expect(sameData).toMatch(
    /^Another shop is running on .*my data: stop it, or set DATA_DIR and PORT for this one\.$/,
  )
  expect(samePort).toBe(
    `Port ${env.PORT} is in use: stop the program that uses it, or set PORT to another.`,
  )
}

/**
 * Kills the start script of a shop without its own PostgreSQL, and expects that all processes exit.
 */
async function expectNothingOutlivesStart(): Promise<void> {
  const database = await createTestDatabase()
  cleanups.push(database.drop)
  const env = { ...(await createSettings()), DATABASE_URL: database.databaseUrl }
  const shop = await startAndWait(env)
  expect(await findEmbeddedPostgres(env.DATA_DIR)).toBeUndefined()
  expect((await fetch(`http://localhost:${env.PORT}/parts?size=1`)).status).toBe(200)
  const all = await listProcessTree(shop.pid)
  shop.signal('SIGKILL')
  await waitUntil('all child processes have exited', () => !all.some(isAlive))
}

type Settings = { PORT: string; SANDBOX_PORT: string; DATA_DIR: string; WORKERS?: string }

/** Creates settings with free ports, and with a data folder whose path contains a space. */
async function createSettings(): Promise<Settings> {
  const folder = await mkdtemp(path.join(DATA_PARENT, 'start test '))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return {
    PORT: String(await findFreePort()),
    SANDBOX_PORT: String(await findFreePort()),
    DATA_DIR: path.join(folder, 'my data'),
  }
}

/** Starts a shop and waits until it is open. Copies an initialised database into a new data folder. */
async function startAndWait(env: Settings): Promise<ScriptRun> {
  if (!existsSync(env.DATA_DIR)) await copyPreparedData(env.DATA_DIR, { durable: true })
  const shop = start(env)
  await shop.waitForOutput(OPEN)
  return shop
}

function start(env: Record<string, string>): ScriptRun {
  const shop = spawnScript('scripts/start.mjs', [], env)
  cleanups.push(() => endProcessTree(shop.pid))
  return shop
}

/** Returns the one sentence printed by a start that fails. */
async function readStartError(env: Record<string, string>): Promise<string> {
  const shop = start(env)
  expect(await shop.ended).toBe(1)
  return shop.output().trim()
}

async function runShopCommand(
  env: Settings,
  args = ['make-admin', 'customer@freehub.test'],
): Promise<string> {
  const shop = spawnScript('scripts/shop.mjs', args, env)
  await shop.ended
  return shop.output().trim()
}

async function expectCleanShutdown(shop: ScriptRun, close: () => void): Promise<void> {
  const all = await listProcessTree(shop.pid)
  close()
  expect(await shop.ended).toBe(0)
  expect(all.filter(isAlive)).toEqual([])
}

async function queryDatabase(env: Settings, statement: string): Promise<unknown[]> {
  const databaseUrl = await findEmbeddedPostgres(env.DATA_DIR)
  const { pool } = connect(databaseUrl ?? '', () => {})
  return (await pool.query(statement).finally(() => pool.end())).rows
}
