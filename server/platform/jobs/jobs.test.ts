import { type AddressInfo, createServer, connect as dial, type Server, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { endpointOf, urlAt } from '../../../tests/support/network/step-proxy.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { MAIL_QUEUE, openJobs, TEXT_QUEUE } from './jobs.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let way: Server
const clients: Socket[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  way = createServer((client) => {
    const server = dial(endpointOf(database.databaseUrl))
    client.on('error', () => {}).on('close', () => server.destroy())
    server.on('error', () => {}).on('close', () => client.destroy())
    client.pipe(server).pipe(client)
    clients.push(client)
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  way.close()
  await database.drop()
})

test('a queue whose server is out of reach, and says nothing of it, goes another way', async () => {
  const { port } = way.address() as AddressInfo
  const boss = openJobs(urlAt(database.databaseUrl, port), { answerMs: 3_000 })
  boss.on('error', () => {})
  await boss.start()
  const done: unknown[] = []
  await boss.work(MAIL_QUEUE, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
    done.push(job?.data)
  })
  await boss.send(MAIL_QUEUE, { before: true })
  await waitUntil('it is done', () => done.length === 1)

  for (const client of clients) client.unpipe().pause()
  await waitUntil('it is queued', () => boss.send(MAIL_QUEUE, { after: true }).catch(() => null))
  await waitUntil('it is done', () => done.length === 2)
  expect(done).toEqual([{ before: true }, { after: true }])
  await boss.stop({ graceful: false })
})

test('opens the queues of mails and SMS alone, over connections that are kept alive', async () => {
  using keptAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const boss = openJobs(database.databaseUrl)
  await boss.start()
  const names = (await boss.getQueues()).map(({ name }) => name)
  await boss.stop({ graceful: false })
  expect(names.toSorted()).toEqual([MAIL_QUEUE, TEXT_QUEUE].toSorted())
  expect(keptAlive.mock.calls.map(([isOn]) => isOn)).toContain(true)
})
