import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/test-database.ts'
import { startStepProxy, urlAtLocalPort } from '../../../tests/support/network/step-proxy.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { openDirectConnection } from '../database/connections/direct-connection.ts'
import { createLeaderElection } from './leader-election.ts'

const database = await createTestDatabase()
const proxy = await startStepProxy(database.databaseUrl)
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

const createCandidate = (leaseMs?: number) =>
  createLeaderElection(database.databaseUrl, leaseMs === undefined ? {} : { leaseMs })

async function listPids() {
  const client = await openDirectConnection(database.databaseUrl, 'test')
  const { rows } = await client.query(
    `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'freehub-leader'`,
  )
  await client.end()
  return rows
}

test('elects one leader, and another leader when the first one releases the lease', async () => {
  const [first, second] = [createCandidate(), createCandidate()]
  expect([await first.isLeader(), await second.isLeader(), await first.isLeader()]).toEqual([
    true,
    false,
    true,
  ])
  await waitUntil('only the leader is connected', async () => (await listPids()).length === 1)
  await first.release()
  expect([await second.isLeader(), await first.isLeader()]).toEqual([true, false])
  await second.release()
})

test('detects a lost connection, and becomes leader again if no other process is leader', async () => {
  const disconnected = createLeaderElection(proxy.databaseUrl)
  expect(await disconnected.isLeader()).toBe(true)
  proxy.cutConnections()
  expect(await disconnected.isLeader()).toBe(false)
  const another = createCandidate()
  await waitUntil('the other process is leader', () => another.isLeader())
  expect(await disconnected.isLeader()).toBe(false)
  await another.release()
  await waitUntil('it is leader again', () => disconnected.isLeader())
  await disconnected.release()
})

test('replaces a leader whose lease has timed out', async () => {
  const [silent, another] = [createCandidate(200), createCandidate()]
  expect(await silent.isLeader()).toBe(true)
  await waitUntil('the other process is leader', () => another.isLeader())
  expect(await silent.isLeader()).toBe(false)
  await another.release()
})

test('throws at each attempt while the database closes the connections', async () => {
  const closingServer = createServer((client) => client.once('data', () => client.end()))
  await new Promise<void>((resolve) => closingServer.listen(0, '127.0.0.1', resolve))
  const { port } = closingServer.address() as AddressInfo
  const candidate = createLeaderElection(urlAtLocalPort(database.databaseUrl, port))
  await expect(candidate.isLeader()).rejects.toThrow('Connection terminated')
  await expect(candidate.isLeader()).rejects.toThrow('Connection terminated')
  closingServer.close()
})

test('times out if the database does not respond', async () => {
  // AuthenticationOk and ReadyForQuery: the server accepts the connection, then never responds.
  const welcome = Buffer.from('520000000800000000' + '5a0000000549', 'hex')
  const silentServer = createServer((client) => client.once('data', () => client.write(welcome)))
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve))
  const { port } = silentServer.address() as AddressInfo
  const candidate = createLeaderElection(urlAtLocalPort(database.databaseUrl, port), {
    queryTimeoutMs: 50,
  })
  await expect(candidate.isLeader()).rejects.toThrow('Query read timeout')
  silentServer.close()
})
