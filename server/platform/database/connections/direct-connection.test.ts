import { type AddressInfo, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/database/test-database.ts'
import { openDirectConnection } from './direct-connection.ts'

test('lets PostgreSQL notice within 30 seconds that the shop’s machine is lost', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const client = await openDirectConnection(databaseUrl, 'freehub-test')
  // The values in effect are visible only over TCP.
  const { rows } = await client.query(
    `select json_object_agg(name, reset_val::int) as settings from pg_settings
    where name like 'tcp_keepalives_%'`,
  )
  const settings = rows[0].settings
  const seconds =
    settings.tcp_keepalives_idle + settings.tcp_keepalives_interval * settings.tcp_keepalives_count
  expect(settings.tcp_keepalives_idle).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(30)
  await client.end()
  await drop()
})

test('leaves no timer that delays the end of the process', async () => {
  const { databaseUrl, drop } = await createTestDatabase()
  const client = await openDirectConnection(databaseUrl, 'freehub-test')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await client.end()
  const timerCount = vi.getTimerCount()
  vi.useRealTimers()
  expect(timerCount).toBe(0)
  await drop()
})

test('ends although the database host no longer responds', async () => {
  // A server that accepts connections and then never responds.
  const welcome = Buffer.from('520000000800000000' + '5a0000000549', 'hex')
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.once('data', () => socket.write(welcome)).on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = await openDirectConnection(`postgres://127.0.0.1:${port}/shop`, 'freehub-test')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ended = client.end()
  vi.runAllTimers()
  vi.useRealTimers()
  await ended
  server.close()
})
