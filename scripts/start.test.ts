import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findEmbeddedPostgres } from '../dev/embedded-database/embedded.ts'
import { connect } from '../server/platform/database/connections/connect.ts'
import { isFull } from '../tests/resilience/counts.ts'
import { createTestDatabase } from '../tests/support/database/database.ts'
import { copyTestCluster, DATA_PARENT } from '../tests/support/database/test-cluster.ts'
import { freePort } from '../tests/support/network/ports.ts'
import { descendantsOf, endAll, isAlive, killNow, type Run, run } from '../tests/support/run.ts'
import { COMPILED } from '../tests/support/shop/shop-process.ts'
import { waitUntil } from '../tests/support/wait-until.ts'

const OPEN = /Freehub is open/

/** The first start of all builds the pages. */
const TIMEOUT_MS = 180_000

let undo: (() => unknown)[] = []

afterEach(async () => {
  for (const step of undo.reverse()) await step()
  undo = []
})

test(
  'keeps its data when all its processes are killed, and ends all of them on Ctrl-C',
  async () => {
    const env = await freshSettings()
    const first = await open(env)
    expect(first.said()).toContain(`http://localhost:${env.PORT}`)
    expect(first.said()).toContain('customer@freehub.test')
    await inDatabase(env, 'create table survivor as select 1 as one')
    const all = await descendantsOf(first.pid)
    expect(all.length).toBeGreaterThan(2)
    for (const pid of all) killNow(pid)

    const second = start({ ...env, WORKERS: '2' })
    await second.says(/Opening the shop/)
    expect(await inDatabase(env, 'select * from survivor')).toEqual([{ one: 1 }])
    expect(await inDatabase(env, 'select count(*)::int as count from users')).toEqual([
      { count: 2 },
    ])
    const [said] = await Promise.all([command(env), second.says(OPEN)])
    expect(said).toMatch(/^customer@freehub.test is an admin now\./)
    // Ctrl-C reaches all processes of the terminal.
    await closesWithoutTrace(second, () => second.signalGroup('SIGINT'))
  },
  TIMEOUT_MS,
)

test.runIf(isFull)(
  'npm run shop reaches the database of a shop that is open or closed',
  async () => {
    const env = await freshSettings()
    expect(await command(env)).toMatch(/There is no shop in .*my data yet/)
    const shop = await open(env)
    expect(await command(env)).toMatch(/^customer@freehub.test is an admin now\./)
    expect(await command(env, ['check-books'])).toBe('The books are right.')
    await refusesSecondShop(env)
    await opensBeside()
    await closesWithoutTrace(shop, () => shop.signal('SIGTERM'))

    expect(await command(env)).toBe('customer@freehub.test is an admin already.')
    expect(await command(env, ['check-books'])).toMatch(
      /^The books were not checked: the card prov/,
    )
    expect(await findEmbeddedPostgres(env.DATA_DIR)).toBeUndefined()
  },
  TIMEOUT_MS,
)

test('ends at once with one sentence when a setting is wrong', async () => {
  const unreachable = { DATABASE_URL: 'postgresql://127.0.0.1:1/x' }
  const port = await refused({ ...(await freshSettings()), PORT: 'abc' })
  expect(port).toBe('PORT is wrong: write a port from 1 to 65535, such as 3000.')
  // server/platform/database/connections/require-database.test.ts has the sentence.
  if (!isFull) return
  const database = await refused({ ...(await freshSettings()), ...unreachable })
  expect(database).toMatch(/^The PostgreSQL of DATABASE_URL, at 127\.0\.0\.1:1, does not let/)
})

/** Not on the same data, and not on the same port. */
async function refusesSecondShop(env: Settings): Promise<void> {
  const [sameData, samePort] = await Promise.all([
    refused({ ...(await freshSettings()), DATA_DIR: env.DATA_DIR }),
    refused({ ...(await freshSettings()), PORT: env.PORT }),
  ])
  expect(sameData).toMatch(
    /^Another shop is running on .*my data: stop it, or give this one a DATA_DIR and a PORT of its own\.$/,
  )
  expect(samePort).toBe(`Port ${env.PORT} is taken: stop what uses it, or set PORT to another.`)
}

/** Starts a shop on a DATABASE_URL, which starts no PostgreSQL, and kills its start script. */
async function opensBeside(): Promise<void> {
  const database = await createTestDatabase()
  undo.push(database.drop)
  const env = { ...(await freshSettings()), DATABASE_URL: database.databaseUrl }
  const shop = await open(env)
  expect(await findEmbeddedPostgres(env.DATA_DIR)).toBeUndefined()
  expect((await fetch(`http://localhost:${env.PORT}/parts?size=1`)).status).toBe(200)
  const all = await descendantsOf(shop.pid)
  shop.signal('SIGKILL')
  await waitUntil('nothing outlives the start script', () => !all.some(isAlive))
}

type Settings = { PORT: string; SANDBOX_PORT: string; DATA_DIR: string; WORKERS?: string }

/** Free ports, and a data folder with a space in its path. */
async function freshSettings(): Promise<Settings> {
  const folder = await mkdtemp(path.join(DATA_PARENT, 'start test '))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  return {
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    DATA_DIR: path.join(folder, 'my data'),
  }
}

/** Opens a shop, on an initialised cluster where its data folder has none. */
async function open(env: Settings): Promise<Run> {
  if (!existsSync(env.DATA_DIR)) await copyTestCluster(env.DATA_DIR, { durable: true })
  const shop = start(env)
  await shop.says(OPEN)
  return shop
}

function start(env: Record<string, string>): Run {
  const shop = run('scripts/start.mjs', [], env)
  undo.push(() => endAll(shop.pid))
  return shop
}

/** The one sentence that it ends with. */
async function refused(env: Record<string, string>): Promise<string> {
  const shop = start(env)
  expect(await shop.ended).toBe(1)
  return shop.said().trim()
}

async function command(
  env: Settings,
  words = ['make-admin', 'customer@freehub.test'],
): Promise<string> {
  const shop = run('scripts/shop.mjs', words, { ...env, NODE_COMPILE_CACHE: COMPILED })
  await shop.ended
  return shop.said().trim()
}

async function closesWithoutTrace(shop: Run, close: () => void): Promise<void> {
  const all = await descendantsOf(shop.pid)
  close()
  expect(await shop.ended).toBe(0)
  expect(all.filter(isAlive)).toEqual([])
}

async function inDatabase(env: Settings, statement: string): Promise<unknown[]> {
  const databaseUrl = await findEmbeddedPostgres(env.DATA_DIR)
  const { pool } = connect(databaseUrl ?? '', () => {})
  return (await pool.query(statement).finally(() => pool.end())).rows
}
