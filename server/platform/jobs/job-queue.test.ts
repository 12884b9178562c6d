import { type AddressInfo, createServer, connect as dial, Socket } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/test-database.ts'
import { parseEndpoint, urlAtLocalPort } from '../../../tests/support/network/step-proxy.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { createJobQueueClient, MAIL_QUEUE, SMS_QUEUE } from './job-queue.ts'

const clients: Socket[] = []

const database = await createTestDatabase()
const proxy = createServer((client) => {
  const server = dial(parseEndpoint(database.databaseUrl))
  client.on('error', () => {}).on('close', () => server.destroy())
  server.on('error', () => {}).on('close', () => client.destroy())
  client.pipe(server).pipe(client)
  clients.push(client)
})
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
afterAll(async () => {
  proxy.close()
  await database.drop()
})

test('the job queue reconnects when the database becomes unreachable without an error', async () => {
  const { port } = proxy.address() as AddressInfo
  const boss = createJobQueueClient(urlAtLocalPort(database.databaseUrl, port), {
    queryTimeoutMs: 3_000,
  })
  boss.on('error', () => {})
  await boss.start()
  const done: unknown[] = []
  await boss.work(MAIL_QUEUE, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
    done.push(job?.data)
  })
  await boss.send(MAIL_QUEUE, { before: true })
  await waitUntil('the job is done', () => done.length === 1)

  for (const client of clients) client.unpipe().pause()
  await waitUntil('the job is queued', () =>
    boss.send(MAIL_QUEUE, { after: true }).catch(() => null),
  )
  await waitUntil('the job is done', () => done.length > 1)
  // A request without a response may have queued the job, so the job may run twice.
  expect(done.slice(0, 2)).toEqual([{ before: true }, { after: true }])
  await boss.stop({ graceful: false })
})

test('opens only the mail and SMS queues, with TCP keepalive', async () => {
  using setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const boss = createJobQueueClient(database.databaseUrl)
  await boss.start()
  const names = (await boss.getQueues()).map(({ name }) => name)
  await boss.stop({ graceful: false })
  expect(names.toSorted()).toEqual([MAIL_QUEUE, SMS_QUEUE].toSorted())
  expect(setKeepAlive.mock.calls.map(([isOn]) => isOn)).toContain(true)
})
