import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/test-database.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { connect } from '../database/connections/connect.ts'
import { createChangePositions } from '../database/replica/log-position.ts'
import { syncPartChanges } from './part-changes.ts'

const database = await createTestDatabase()
const pool = connect(database.databaseUrl, () => {}).pool
afterAll(async () => {
  await pool.end()
  await database.drop()
})

function startSync(queryPool: Pick<typeof pool, 'query'> = pool, databaseReadUrl?: string) {
  const received: (string[] | undefined)[] = []
  const config = { databaseDirectUrl: database.databaseUrl, databaseReadUrl }
  const positions = createChangePositions()
  const { log } = Fastify()
  const changes = syncPartChanges(
    { pool: queryPool as typeof pool, config, log, positions },
    (ids) => received.push(ids),
  )
  return { ...changes, received, positions }
}

/** A new listener reports once that everything may have changed. */
const waitUntilListening = ({ received }: ReturnType<typeof startSync>) =>
  waitUntil('it listens', () => received.length > 0)

test('publishes a change again after a failure', async () => {
  let failures = 1
  const failing = (...args: Parameters<typeof pool.query>) =>
    failures-- > 0 ? Promise.reject(new Error('Connection terminated')) : pool.query(...args)
  const [sender, receiver] = [startSync({ query: failing as typeof pool.query }), startSync()]
  await Promise.all([waitUntilListening(sender), waitUntilListening(receiver)])
  sender.publish(['a'])
  expect(sender.positions.hasPendingChanges()).toBe(true)
  await waitUntil('the receiver is notified', () =>
    receiver.received.some((ids) => ids?.includes('a')),
  )
  await waitUntil('its position is known', () => !sender.positions.hasPendingChanges())
  await Promise.all([sender.close(), receiver.close()])
})

test('publishes a change again if the publication fails while the process closes', async () => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  let queries = 0
  const failing = (...args: Parameters<typeof pool.query>) => {
    queries += 1
    start()
    return queries === 1 ? failed : pool.query(...args)
  }
  const sender = startSync({ query: failing as typeof pool.query })
  sender.publish(['c'])
  await started
  const closed = sender.close()
  fail(new Error('Connection terminated'))
  await closed
  expect(queries).toBe(2)
})

test('requires a replica to reach the log position that another process has sent', async () => {
  const receiver = startSync()
  await waitUntilListening(receiver)
  const before = receiver.positions.neededPosition()
  expect(before).toMatch(/^[0-9A-F]{8}\.\d+$/)
  const sender = startSync()
  await waitUntilListening(sender)
  await pool.query('create table written ()')
  sender.publish(['b'])
  await waitUntil('the receiver is notified', () =>
    receiver.received.some((ids) => ids?.includes('b')),
  )
  expect(receiver.positions.neededPosition()).not.toBe(before)
  expect(receiver.positions.hasPendingChanges()).toBe(false)
  await Promise.all([receiver.close(), sender.close()])
})

test('reports 500 changed parts with their ids, and more than 3,000 as a change of all parts', async () => {
  const [sender, receiver] = [startSync(pool, database.databaseUrl), startSync()]
  await Promise.all([waitUntilListening(sender), waitUntilListening(receiver)])
  const createIds = (count: number) => Array.from({ length: count }, () => randomUUID())
  const ids = createIds(500)
  sender.publish(ids)
  await waitUntil('the sender reports again', () => sender.received.length > 2)
  expect(sender.received).toEqual([undefined, ids, ids])
  await waitUntil('the receiver is notified', () => receiver.received.flat().length > ids.length)
  const [first, ...messages] = receiver.received
  expect(first).toBeUndefined()
  expect(messages.flat().toSorted()).toEqual(ids.toSorted())
  sender.publish(createIds(3001))
  await waitUntil('the receiver is notified', () => receiver.received.at(-1) === undefined)
  await waitUntil('the sender reports again', () => sender.received.length > 4)
  expect(sender.received.at(-1)).toBeUndefined()
  await Promise.all([sender.close(), receiver.close()])
})

test('publishes keys that together exceed the size of a message', async () => {
  const [sender, receiver] = [startSync(), startSync()]
  await Promise.all([waitUntilListening(sender), waitUntilListening(receiver)])
  const files = Array.from({ length: 150 }, (_, n) => `${'車'.repeat(55)}-${n}-sheet.svg`)
  sender.publish(files)
  await waitUntil('the change is published', () => !sender.positions.hasPendingChanges())
  await waitUntil('the receiver is notified', () => receiver.received.flat().length > files.length)
  expect(receiver.received.slice(1).flat()).toEqual(files)
  await Promise.all([sender.close(), receiver.close()])
})

test('closes a connection that opens after the end', async () => {
  using connecting = vi.spyOn(pg.Client.prototype, 'connect')
  await startSync().close()
  await connecting.mock.results[0]?.value
  await waitUntil('no connection is open', async () => {
    const { rows } = await pool.query(`select from pg_stat_activity
      where datname = current_database() and application_name = 'freehub-listen'`)
    return rows.length === 0
  })
})

test('logs a warning if it cannot listen', async () => {
  const warnings: unknown[] = []
  const changes = syncPartChanges(
    {
      pool,
      config: {
        databaseDirectUrl: 'postgresql://nobody@127.0.0.1:1/x',
        databaseReadUrl: undefined,
      },
      log: { ...Fastify().log, warn: (...args: unknown[]) => void warnings.push(args[1]) },
      positions: createChangePositions(),
    },
    () => {},
  )
  await waitUntil('it is logged', () => warnings.length > 0)
  expect(warnings[0]).toBe('cannot listen for part changes')
  await changes.close()
})
