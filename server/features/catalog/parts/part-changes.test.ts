import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/database.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { connect } from '../../../platform/database/connections/connect.ts'
import { changePositions } from '../../../platform/database/replica/log-position.ts'
import { followPartChanges } from './part-changes.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: ReturnType<typeof connect>['pool']

beforeAll(async () => {
  database = await createTestDatabase()
  pool = connect(database.databaseUrl, () => {}).pool
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

function follow(asking: Pick<typeof pool, 'query'> = pool, databaseReadUrl?: string) {
  const heard: (string[] | undefined)[] = []
  const config = { databaseDirectUrl: database.databaseUrl, databaseReadUrl }
  const positions = changePositions()
  const { log } = Fastify()
  const changes = followPartChanges(
    { pool: asking as typeof pool, config, log, positions },
    (ids) => heard.push(ids),
  )
  return { ...changes, heard, positions }
}

/** Whoever begins to listen takes everything for changed, once. */
const untilListening = ({ heard }: ReturnType<typeof follow>) =>
  waitUntil('it listens', () => heard.length > 0)

test('what could not be told is told later', async () => {
  let failures = 1
  const failing = (...said: Parameters<typeof pool.query>) =>
    failures-- > 0 ? Promise.reject(new Error('Connection terminated')) : pool.query(...said)
  const [one, other] = [follow({ query: failing as typeof pool.query }), follow()]
  await Promise.all([untilListening(one), untilListening(other)])
  one.tell(['a'])
  expect(one.positions.isOpen()).toBe(true)
  await waitUntil('the other has heard', () => other.heard.some((ids) => ids?.includes('a')))
  await waitUntil('its place is known', () => !one.positions.isOpen())
  await Promise.all([one.close(), other.close()])
})

test('who hears of a change knows how far a replica must be, and of a former version’s must ask', async () => {
  const listening = follow()
  await untilListening(listening)
  const before = listening.positions.needed()
  expect(before).toMatch(/^[0-9A-F]{8}\.\d+$/)
  const telling = follow()
  await untilListening(telling)
  await pool.query('create table written ()')
  telling.tell(['b'])
  await waitUntil('it is heard', () => listening.heard.some((ids) => ids?.includes('b')))
  expect(listening.positions.needed()).not.toBe(before)
  expect(listening.positions.isOpen()).toBe(false)
  await pool.query("select pg_notify('parts_changed', 'somebody c')")
  await waitUntil('it is heard', () => listening.heard.some((ids) => ids?.includes('c')))
  expect(listening.positions.isOpen()).toBe(true)
  await Promise.all([listening.close(), telling.close()])
})

test('reports a change of more than 150 parts as a change of all parts', async () => {
  const [sender, receiver] = [follow(pool, database.databaseUrl), follow()]
  await Promise.all([untilListening(sender), untilListening(receiver)])
  const ids = Array.from({ length: 151 }, (_, index) => `part-${index}`)
  sender.tell(ids)
  await waitUntil('the receiver is notified', () => receiver.heard.length > 1)
  await waitUntil('the sender reports again', () => sender.heard.length > 2)
  expect(receiver.heard).toEqual([undefined, undefined])
  expect(sender.heard).toEqual([undefined, ids, undefined])
  receiver.tell(ids.slice(0, 150))
  await waitUntil('the sender is notified', () => sender.heard.length > 3)
  expect(sender.heard.at(-1)).toEqual(ids.slice(0, 150))
  await Promise.all([sender.close(), receiver.close()])
})

test('a way on which the others cannot be heard is told of', async () => {
  const warned: unknown[] = []
  const changes = followPartChanges(
    {
      pool,
      config: {
        databaseDirectUrl: 'postgresql://nobody@127.0.0.1:1/x',
        databaseReadUrl: undefined,
      },
      log: { ...Fastify().log, warn: (...said: unknown[]) => void warned.push(said[1]) },
      positions: changePositions(),
    },
    () => {},
  )
  await waitUntil('it is told', () => warned.length > 0)
  expect(warned[0]).toBe('changes of parts by others are not heard')
  await changes.close()
})
