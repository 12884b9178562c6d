import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../database/database.ts'
import { type StepProxy, startStepProxy } from './step-proxy.ts'
import { messageCutter } from './wire-messages.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: StepProxy
const clients = new Set<pg.Client>()

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startStepProxy(database.databaseUrl)
  await (await connect(database.databaseUrl)).query('create table notes (note text)')
})
beforeEach(() => {
  proxy.plan.forget()
  proxy.plan.thaw()
})
afterAll(async () => {
  await Promise.all([...clients].map((client) => client.end().catch(() => {})))
  await proxy.close()
  await database.drop()
})

async function connect(databaseUrl = proxy.databaseUrl, application_name = 'freehub') {
  const client = new pg.Client({ connectionString: databaseUrl, application_name })
  client.on('error', () => {})
  await client.connect()
  clients.add(client)
  return client
}

async function notes(): Promise<string[]> {
  const { rows } = await (await connect(database.databaseUrl)).query('select note from notes')
  return rows.map(({ note }) => note)
}

/** Three steps: a simple one, a parsed one, a simple one. */
async function write(client: pg.Client, note: string) {
  await client.query('begin')
  await client.query('insert into notes values ($1)', [note])
  await client.query('commit')
}

test('what nothing is planned for passes as it is, large or small', async () => {
  const client = await connect()
  const large = 'chain'.repeat(400_000)
  const { rows } = await client.query('select $1 as large', [large])
  expect(rows).toEqual([{ large }])
  await write(client, 'passed')
  expect(await notes()).toContain('passed')
})

test('of the steps with one statement the fault strikes at the one it is planned for', async () => {
  const client = await connect()
  const of = /insert into notes/
  const point = proxy.plan.failAt({ step: 2, of, when: 'before', fault: 'cut' })
  await write(client, 'the first')
  await client.query('select 1 as others')
  await expect(write(client, 'the second')).rejects.toThrow('Connection terminated')
  expect(point.hit?.statement).toMatch(of)
  expect(await notes()).toContain('the first')
  expect(await notes()).not.toContain('the second')
})

test('steps are told by their statements, prepared ones too', async () => {
  const client = await connect()
  proxy.plan.failAt({ step: 100, when: 'before', fault: 'cut' })
  const prepared = { name: 'one', text: 'select $1::int' }
  await client.query({ ...prepared, values: [1] })
  await client.query({ ...prepared, values: [2] })
  await client.query('select 3')
  const statements = proxy.plan.seen().map(({ statement }) => statement)
  expect(statements).toEqual(['select $1::int', 'select $1::int', 'select 3'])
})

test('other applications’ steps do not count, nor does the shop’s looking for work', async () => {
  const failpoint = proxy.plan.failAt({ step: 1, when: 'before', fault: 'cut' })
  await (await connect(proxy.databaseUrl, 'freehub-jobs')).query('select 1')
  const own = await connect()
  await own.query("select pg_notify('a', 'b')")
  await own.query('select note from notes limit 1 for update skip locked')
  expect(failpoint.hit).toBeUndefined()
})

test.each([
  [1, 'before', []],
  [1, 'after', []],
  [2, 'before', []],
  [2, 'after', []],
  [3, 'before', []],
  [3, 'after', ['written']],
] as const)('cut at step %i %s it, this is left: %j', async (step, when, left) => {
  const note = `cut at ${step} ${when}`
  const failpoint = proxy.plan.failAt({ step, when, fault: 'cut' })
  await expect(write(await connect(), note)).rejects.toThrow(/terminated|reset|closed/i)
  expect(failpoint.hit).toBeDefined()
  expect((await notes()).includes(note)).toBe(left.length > 0)
})

test('a failpoint strikes once, and what is done there is done before anything goes on', async () => {
  const seen: string[][] = []
  proxy.plan.failAt({ step: 3, when: 'after', fault: async () => seen.push(await notes()) })
  await expect(write(await connect(), 'held')).rejects.toThrow()
  expect(seen).toEqual([expect.arrayContaining(['held'])])
  await write(await connect(), 'after')
  expect(seen).toHaveLength(1)
})

test('a frozen step goes on when it is thawed, and so does all else', async () => {
  const failpoint = proxy.plan.failAt({ step: 2, when: 'after', fault: 'freeze' })
  const [one, other] = [await connect(), await connect()]
  let done = 0
  const writing = write(one, 'frozen').then(() => (done += 1))
  await expect.poll(() => failpoint.hit).toBeDefined()
  const reading = other.query('select 1').then(() => (done += 1))
  // Past the proxy, several round trips are done meanwhile.
  for (let times = 0; times < 5; times += 1) await notes()
  expect(done).toBe(0)
  proxy.plan.thaw()
  await Promise.all([writing, reading])
  expect(await notes()).toContain('frozen')
})

test('messages are told apart however they were torn on the way', () => {
  const query = Buffer.from('Q\0\0\0\x0dselect 1\0', 'latin1')
  const sync = Buffer.from('S\0\0\0\x04', 'latin1')
  const all = Buffer.concat([query, sync, query])
  for (let size = 1; size <= all.length; size += 1) {
    const cut = messageCutter({ from: 'server' })
    const types: string[] = []
    for (let at = 0; at < all.length; at += size) {
      types.push(...cut(all.subarray(at, at + size)).map(({ type }) => type))
    }
    expect(types).toEqual(['Q', 'S', 'Q'])
  }
})
