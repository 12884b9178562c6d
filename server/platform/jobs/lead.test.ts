import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { type StepProxy, startStepProxy, urlAt } from '../../../tests/support/network/step-proxy.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { openSession } from '../database/connections/session.ts'
import { standForLead } from './lead.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: StepProxy

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startStepProxy(database.databaseUrl)
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

const candidate = (silentMostMs?: number) =>
  standForLead(database.databaseUrl, silentMostMs === undefined ? {} : { silentMostMs })

async function sessionPids() {
  const client = await openSession(database.databaseUrl, 'test')
  const { rows } = await client.query(
    `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'freehub-lead'`,
  )
  await client.end()
  return rows
}

test('of all processes one leads, and another when it leaves', async () => {
  const [one, other] = [candidate(), candidate()]
  expect([await one.holds(), await other.holds(), await one.holds()]).toEqual([true, false, true])
  await waitUntil('only the leader has a session', async () => (await sessionPids()).length === 1)
  await one.release()
  expect([await other.holds(), await one.holds()]).toEqual([true, false])
  await other.release()
})

test('a leader whose connection is cut knows it, and leads again if nobody else does', async () => {
  const cut = standForLead(proxy.databaseUrl)
  expect(await cut.holds()).toBe(true)
  proxy.cutAll()
  expect(await cut.holds()).toBe(false)
  const another = candidate()
  await waitUntil('another leads', () => another.holds())
  expect(await cut.holds()).toBe(false)
  await another.release()
  await waitUntil('it leads again', () => cut.holds())
  await cut.release()
})

test('a leader of which nothing is heard any more is followed by another', async () => {
  const [silent, another] = [candidate(200), candidate()]
  expect(await silent.holds()).toBe(true)
  await waitUntil('another leads', () => another.holds())
  expect(await silent.holds()).toBe(false)
  await another.release()
})

test('who stands while the database goes away is told so, and stands again later', async () => {
  const closing = createServer((client) => client.once('data', () => client.end()))
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve))
  const { port } = closing.address() as AddressInfo
  const standing = standForLead(urlAt(database.databaseUrl, port))
  await expect(standing.holds()).rejects.toThrow('Connection terminated')
  await expect(standing.holds()).rejects.toThrow('Connection terminated')
  closing.close()
})

test('who stands and is not answered is not waited for', async () => {
  // It lets everybody in, is ready to be asked, and says nothing more.
  const welcome = Buffer.from('520000000800000000' + '5a0000000549', 'hex')
  const mute = createServer((client) => client.once('data', () => client.write(welcome)))
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as AddressInfo
  const standing = standForLead(urlAt(database.databaseUrl, port), { answersWithinMs: 50 })
  await expect(standing.holds()).rejects.toThrow('Query read timeout')
  mute.close()
})
