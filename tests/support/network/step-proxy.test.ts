import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../database/test-database.ts'
import { createMessageParser, type StepProxy, startStepProxy } from './step-proxy.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: StepProxy
const clients = new Set<pg.Client>()

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startStepProxy(database.databaseUrl)
  await (await connect(database.databaseUrl)).query('create table notes (note text)')
})
beforeEach(() => {
  proxy.plan.clear()
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

async function readNotes(): Promise<string[]> {
  const { rows } = await (await connect(database.databaseUrl)).query('select note from notes')
  return rows.map(({ note }) => note)
}

/** Sends three steps: a simple query, a parsed query and a simple query. */
async function write(client: pg.Client, note: string) {
  await client.query('begin')
  await client.query('insert into notes values ($1)', [note])
  await client.query('commit')
}

test('relays small and large steps unchanged, unless they have a failpoint', async () => {
  const client = await connect()
  const large = 'chain'.repeat(400_000)
  const { rows } = await client.query('select $1 as large', [large])
  expect(rows).toEqual([{ large }])
  await write(client, 'passed')
  expect(await readNotes()).toContain('passed')
})

test('counts only the steps whose statement matches the pattern', async () => {
  const client = await connect()
  const pattern = /insert into notes/
  const failpoint = proxy.plan.failAt({ step: 2, pattern, timing: 'before', fault: 'cut' })
  await write(client, 'the first')
  await client.query('select 1 as others')
  await expect(write(client, 'the second')).rejects.toThrow('Connection terminated')
  expect(failpoint.hit?.statement).toMatch(pattern)
  expect(await readNotes()).toContain('the first')
  expect(await readNotes()).not.toContain('the second')
})

test('lists the statement of each step, including prepared statements', async () => {
  const client = await connect()
  proxy.plan.failAt({ step: 100, timing: 'before', fault: 'cut' })
  const prepared = { name: 'one', text: 'select $1::int' }
  await client.query({ ...prepared, values: [1] })
  await client.query({ ...prepared, values: [2] })
  await client.query('select 3')
  const statements = proxy.plan.listSteps().map(({ statement }) => statement)
  expect(statements).toEqual(['select $1::int', 'select $1::int', 'select 3'])
})

test('does not count steps of other applications, notifications or polling for jobs', async () => {
  const failpoint = proxy.plan.failAt({ step: 1, timing: 'before', fault: 'cut' })
  await (await connect(proxy.databaseUrl, 'freehub-jobs')).query('select 1')
  const own = await connect()
  await own.query("select pg_notify('a', 'b')")
  await own.query('select note from notes limit 1 for update skip locked')
  expect(failpoint.hit).toBeUndefined()
})

test.each([
  ['before', 1, 'no note'],
  ['after', 1, 'no note'],
  ['before', 2, 'no note'],
  ['after', 2, 'no note'],
  ['before', 3, 'no note'],
  ['after', 3, 'the note'],
] as const)('a connection cut %s step %i leaves %s', async (timing, step, left) => {
  const note = `cut ${timing} ${step}`
  const failpoint = proxy.plan.failAt({ step, timing, fault: 'cut' })
  await expect(write(await connect(), note)).rejects.toThrow(/terminated|reset|closed/i)
  expect(failpoint.hit).toBeDefined()
  expect((await readNotes()).includes(note)).toBe(left === 'the note')
})

test("runs a failpoint's fault once, before the connection is cut", async () => {
  const seen: string[][] = []
  proxy.plan.failAt({ step: 3, timing: 'after', fault: async () => seen.push(await readNotes()) })
  await expect(write(await connect(), 'held')).rejects.toThrow(/terminated|reset|closed/i)
  expect(seen).toEqual([expect.arrayContaining(['held'])])
  await write(await connect(), 'after')
  expect(seen).toHaveLength(1)
})

test('continues all connections after thawing', async () => {
  const failpoint = proxy.plan.failAt({ step: 2, timing: 'after', fault: 'freeze' })
  const [one, other] = [await connect(), await connect()]
  let done = 0
  const writing = write(one, 'frozen').then(() => (done += 1))
  await expect.poll(() => failpoint.hit).toBeDefined()
  const reading = other.query('select 1').then(() => (done += 1))
  // Long enough: several round trips that bypass the proxy.
  for (let times = 0; times < 5; times += 1) await readNotes()
  expect(done).toBe(0)
  proxy.plan.thaw()
  await Promise.all([writing, reading])
  expect(await readNotes()).toContain('frozen')
})

test('parses messages from chunks of any size', () => {
  const query = Buffer.from('Q\0\0\0\x0dselect 1\0', 'latin1')
  const sync = Buffer.from('S\0\0\0\x04', 'latin1')
  const bytes = Buffer.concat([query, sync, query])
  for (let size = 1; size <= bytes.length; size += 1) {
    const parse = createMessageParser({ sender: 'server' })
    const types: string[] = []
    for (let offset = 0; offset < bytes.length; offset += size) {
      types.push(...parse(bytes.subarray(offset, offset + size)).map(({ type }) => type))
    }
    expect(types).toEqual(['Q', 'S', 'Q'])
  }
})
