import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { callIdentity } from '../../../tests/support/identity/sign-in.ts'
import { getInbox } from '../../../tests/support/shop/inbox.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { createJobQueueClient } from '../jobs/job-queue.ts'
import { type CodeSms, createSmsQueue } from './queue-sms.ts'
import { postSms } from './send-sms.ts'

const shop = await startTestShop({ sandbox: true })
const inbox = getInbox(shop)
const boss = createJobQueueClient(shop.databaseUrl)
await boss.start()
afterEach(() => inbox.clearSmsFaults())
afterAll(async () => {
  await boss.stop({ graceful: false })
  await shop.close()
})

let numbers = 0
const newNumber = () => `+49151500${String(++numbers).padStart(5, '0')}`

const soon = () => new Date(Date.now() + 300_000).toISOString()

const queue = (sms: Partial<CodeSms> & { to: string }) =>
  createSmsQueue(boss)(shop.db, { code: '123456', until: soon(), toKnownOnly: false, ...sms })

const waitUntilDone = (to: string) =>
  waitUntil('the job is done', async () => {
    const { rows } = await inbox.findJobs(to)
    return rows.every(({ state }) => state === 'completed')
  })

async function addPhoneNumber(to: string, isConfirmed: boolean, more: object = {}) {
  const { id } = await addCustomer(shop)
  await shop.db
    .updateTable('users')
    .set({ sign_in_phone: to, sign_in_phone_confirmed: isConfirmed, ...more })
    .where('id', '=', id)
    .execute()
}

test('sends a code once, bound to the shop’s domain', async () => {
  const to = newNumber()
  await queue({ to })
  await waitUntilDone(to)
  const messages = await inbox.smsTo(to)
  expect(messages).toHaveLength(1)
  expect(messages[0]?.text).toMatch(
    /^123456 is your Freehub code\. It expires 5 minutes after you requested it\./,
  )
  expect(messages[0]?.text).toMatch(/\n@localhost #123456$/)
})

test('sends a sign-in code only to a confirmed number of a user who is not banned', async () => {
  const [unknown, claimed, banned, own] = Array.from({ length: 4 }, newNumber) as [
    string,
    string,
    string,
    string,
  ]
  await addPhoneNumber(claimed, false)
  await addPhoneNumber(banned, true, { banned_at: new Date(), ban_reason: 'fraud' })
  await addPhoneNumber(own, true)
  for (const to of [unknown, claimed, banned, own]) await queue({ to, toKnownOnly: true })
  for (const to of [unknown, claimed, banned, own]) await waitUntilDone(to)
  const messages = await Promise.all([unknown, claimed, banned, own].map((to) => inbox.smsTo(to)))
  expect(messages.map(({ length }) => length)).toEqual([0, 0, 0, 1])
})

test('retries an SMS after the hook refuses it', async () => {
  const to = newNumber()
  await inbox.setSmsFaults({ refuse: true })
  await queue({ to })
  await inbox.waitForFailures(to)
  expect(await inbox.smsTo(to)).toEqual([])
  await inbox.clearSmsFaults()
  await inbox.retryNow(to)
  await waitUntilDone(to)
  expect(await inbox.smsTo(to)).toHaveLength(1)
})

test('does not send an expired code', async () => {
  const to = newNumber()
  await queue({ to, until: new Date(Date.now() - 1000).toISOString() })
  await waitUntilDone(to)
  expect(await inbox.smsTo(to)).toEqual([])
})

test('tries at most ten SMS a second while the hook refuses them', async () => {
  const to = newNumber()
  await inbox.setSmsFaults({ refuse: true })
  await queue({ to })
  const { failed: attempts, seconds } = await inbox.timeFailures(to, 20)
  expect(attempts).toBeLessThanOrEqual(10 * seconds + 1)
})

test('refuses to send a code and queues no SMS if no SMS hook is configured', async () => {
  const other = await startTestShop()
  const phoneNumber = newNumber()
  const response = await callIdentity(other, '/phone-number/send-otp', { phoneNumber })
  expect([response.status, response.body.code]).toEqual([501, 'TEXTS_NOT_SENT'])
  expect((await sql`select from pgboss.job where name = 'sms'`.execute(other.db)).rows).toEqual([])
  // Better Auth logs this error.
  other.errors.length = 0
  await other.close()
})

test('fails if the hook does not respond in time', async () => {
  const timeout = new AbortController()
  const hook = await listen(() => timeout.abort(new Error('Timed out.')), 12_345)
  const realTimeout = AbortSignal.timeout.bind(AbortSignal)
  // The shop's worker sets other timeouts at the same time.
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === hook.timeoutMs ? timeout.signal : realTimeout(ms)))
  onTestFinished(() => spy.mockRestore())
  const pending = postSms(hook, 'id', { to: '+491', text: 'Hello' })
  await expect(pending).rejects.toThrow('Timed out.')
  expect(hook.requests).toHaveLength(1)
  hook.close()
})

test.each([
  ['fails', 500, (response: Response) => response.writeHead(500).end()],
  ['redirects', 307, (response: Response) => response.writeHead(307, { location: '/' }).end()],
])('rejects if the hook %s', async (_what, status, respond) => {
  const hook = await listen(respond)
  const posted = postSms(hook, 'id', { to: '+491', text: 'Hello' })
  await expect(posted).rejects.toThrow(`responded with ${status}`)
  expect(hook.requests).toHaveLength(1)
  hook.close()
})

test('sends the secret, the message and the idempotency key to the hook', async () => {
  const hook = await listen((response) => response.writeHead(204).end())
  await postSms(hook, 'one', { to: '+4915150000000', text: 'Hello' })
  expect(hook.requests).toEqual([
    {
      authorization: `Bearer ${hook.secret}`,
      key: 'one',
      body: { to: '+4915150000000', text: 'Hello' },
    },
  ])
  hook.close()
})

type Response = import('node:http').ServerResponse

async function listen(respond: (response: Response) => unknown, timeoutMs = 15_000) {
  const requests: object[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { authorization, 'idempotency-key': key } = request.headers
    requests.push({ authorization, key, body: JSON.parse(body) })
    respond(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/send`,
    secret: 'a secret of the hook',
    timeoutMs,
    requests,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
