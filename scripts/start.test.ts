import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../server/database/connect.ts'
import { findEmbeddedPostgres } from '../server/database/embedded.ts'
import { createTestDatabase } from '../server/testing/database.ts'
import { freePort } from '../server/testing/ports.ts'
import { waitUntil } from '../server/testing/wait-until.ts'
import { descendantsOf, endAll, isAlive, killNow, type Run, run } from './testing/run.ts'

const cache = path.resolve(import.meta.dirname, '../.cache')
const OPEN = /Freehub is open/

/** The first start of all builds the pages. */
const PATIENCE_MS = 180_000

let undo: (() => unknown)[] = []

afterEach(async () => {
  for (const step of undo.reverse()) await step()
  undo = []
})

test(
  'after a kill -9 of everything it starts again and has kept its data',
  async () => {
    const env = await freshSettings()
    const first = await open(env)
    expect(first.said()).toContain(`http://localhost:${env.PORT}`)
    expect(first.said()).toContain('customer@freehub.test')
    await inDatabase(env, 'create table kept as select 1 as one')
    const everything = await descendantsOf(first.pid)
    expect(everything.length).toBeGreaterThan(2)
    for (const pid of everything) killNow(pid)

    const second = await open(env)
    expect(await inDatabase(env, 'select * from kept')).toEqual([{ one: 1 }])
    expect(await inDatabase(env, 'select count(*)::int as count from users')).toEqual([
      { count: 2 },
    ])
    await closesWithoutTrace(second, () => second.signal('SIGTERM'))
  },
  PATIENCE_MS,
)

test(
  'Ctrl-C, which reaches all of the terminal’s processes, ends everything, all workers too',
  async () => {
    const shop = await open({ ...(await freshSettings()), WORKERS: '2' })
    await closesWithoutTrace(shop, () => shop.signalGroup('SIGINT'))
  },
  PATIENCE_MS,
)

test(
  'nothing outlives a start script that was killed',
  async () => {
    const shop = await open(await freshSettings())
    const all = await descendantsOf(shop.pid)
    shop.signal('SIGKILL')
    await waitUntil('everything has ended', () => !all.some(isAlive))
  },
  PATIENCE_MS,
)

test(
  'a second shop: not on the same data, not on the same port, but beside it',
  async () => {
    const env = await freshSettings()
    await open(env)

    const sameData = await refused({ ...(await freshSettings()), DATA_DIR: env.DATA_DIR })
    expect(sameData).toMatch(
      /^Another shop is running on .*my data: stop it, or give this one a DATA_DIR and a PORT of its own\.$/,
    )
    const samePort = await refused({ ...(await freshSettings()), PORT: env.PORT })
    expect(samePort).toBe(`Port ${env.PORT} is taken: stop what uses it, or set PORT to another.`)

    const other = await freshSettings()
    await open(other)
    for (const { PORT } of [env, other]) {
      expect((await fetch(`http://localhost:${PORT}/readyz`)).status).toBe(200)
    }
  },
  PATIENCE_MS,
)

test(
  'a wrong setting ends it at once with one sentence',
  async () => {
    const env = await freshSettings()
    const sentences = await Promise.all([
      refused({ ...env, DATA_DIR: `${env.DATA_DIR} 1`, PORT: 'abc' }),
      refused({ ...env, DATA_DIR: `${env.DATA_DIR} 2`, RESERVATION_HOURS: '-1' }),
      refused({ ...env, DATA_DIR: `${env.DATA_DIR} 3`, HOST: '0.0.0.0' }),
      refused({ ...env, DATA_DIR: `${env.DATA_DIR} 4`, STRIPE_SECRET_KEY: 'sk_test_1' }),
      refused({
        ...env,
        DATA_DIR: `${env.DATA_DIR} 5`,
        DATABASE_URL: 'postgresql://127.0.0.1:1/x',
      }),
    ])
    expect(sentences).toEqual([
      'PORT is wrong: write a port from 1 to 65535, such as 3000.',
      'RESERVATION_HOURS is wrong: write whole hours, such as 72.',
      expect.stringMatching(/^HOST 0\.0\.0\.0 can be reached by others/),
      expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is not set: /),
      expect.stringMatching(/^The PostgreSQL of DATABASE_URL, at 127\.0\.0\.1:1, does not let/),
    ])
  },
  PATIENCE_MS,
)

test(
  'with a DATABASE_URL it uses that, and starts no PostgreSQL of its own',
  async () => {
    const database = await createTestDatabase()
    undo.push(database.drop)
    const env = { ...(await freshSettings()), DATABASE_URL: database.databaseUrl }
    const shop = await open(env)
    expect(await findEmbeddedPostgres(env.DATA_DIR)).toBeUndefined()
    expect((await fetch(`http://localhost:${env.PORT}/parts?size=1`)).status).toBe(200)
    await closesWithoutTrace(shop, () => shop.signal('SIGTERM'))
  },
  PATIENCE_MS,
)

test(
  'npm run shop reaches the shop’s database, whether the shop is open or not',
  async () => {
    const env = await freshSettings()
    expect(await command(env)).toMatch(/There is no shop in .*my data yet/)
    const shop = await open(env)
    expect(await command(env)).toMatch(/^customer@freehub.test is an admin now\./)
    expect(await command(env, ['check-books'])).toBe('The books are right.')
    await closesWithoutTrace(shop, () => shop.signal('SIGTERM'))
    expect(await command(env)).toBe('customer@freehub.test is an admin already.')
    expect(await command(env, ['check-books'])).toMatch(
      /^The books were not checked: the card prov/,
    )
    expect(await findEmbeddedPostgres(env.DATA_DIR)).toBeUndefined()
  },
  PATIENCE_MS,
)

type Settings = { PORT: string; SANDBOX_PORT: string; DATA_DIR: string; WORKERS?: string }

/** Free ports, and a folder of its own with a space in its path. */
async function freshSettings(): Promise<Settings> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(path.join(cache, 'start test '))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  return {
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    DATA_DIR: path.join(folder, 'my data'),
  }
}

async function open(env: Settings): Promise<Run> {
  const shop = run('scripts/start.mjs', [], env)
  undo.push(() => endAll(shop.pid))
  await shop.says(OPEN)
  return shop
}

/** The one sentence that it ends with. */
async function refused(env: Record<string, string>): Promise<string> {
  const shop = run('scripts/start.mjs', [], env)
  undo.push(() => endAll(shop.pid))
  expect(await shop.ended).toBe(1)
  return shop.said().trim()
}

async function command(
  env: Settings,
  words = ['make-admin', 'customer@freehub.test'],
): Promise<string> {
  const shop = run('scripts/shop.mjs', words, env)
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
