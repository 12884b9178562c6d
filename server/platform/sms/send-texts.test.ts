import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { askIdentity } from '../../../tests/support/identity/sign-in.ts'
import { inboxOf } from '../../../tests/support/shop/inbox.ts'
import { addCustomer } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { openJobs } from '../jobs/jobs.ts'
import { postText } from './post-text.ts'
import { type CodeText, textQueue } from './queue-text.ts'

let shop: TestShop
let inbox: ReturnType<typeof inboxOf>
let boss: ReturnType<typeof openJobs>

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  inbox = inboxOf(shop)
  boss = openJobs(shop.databaseUrl)
  await boss.start()
})
afterEach(() => inbox.unsetTexts())
afterAll(async () => {
  await boss.stop({ graceful: false })
  await shop.close()
})

let numbers = 0
const newNumber = () => `+49151500${String(++numbers).padStart(5, '0')}`

const soon = () => new Date(Date.now() + 300_000).toISOString()

const queue = (text: Partial<CodeText> & { to: string }) =>
  textQueue(boss)(shop.db, { code: '123456', until: soon(), toKnownOnly: false, ...text })

const isDone = (to: string) =>
  waitUntil('it was looked at', async () => {
    const { rows } = await inbox.jobsOf(to)
    return rows.every(({ state }) => state === 'completed')
  })

async function giveNumber(to: string, isConfirmed: boolean, about: object = {}) {
  const { id } = await addCustomer(shop)
  await shop.db
    .updateTable('users')
    .set({ sign_in_phone: to, sign_in_phone_confirmed: isConfirmed, ...about })
    .where('id', '=', id)
    .execute()
}

test('a code is sent to a phone, once, with the shop that it is for', async () => {
  const to = newNumber()
  await queue({ to })
  await isDone(to)
  const texts = await inbox.textsTo(to)
  expect(texts).toHaveLength(1)
  expect(texts[0]?.text).toMatch(/^123456 is your Freehub code\./)
  expect(texts[0]?.text).toMatch(/\n@localhost #123456$/)
})

test('who asks for a code to sign in gets one only at a number that is confirmed', async () => {
  const [unknown, claimed, banned, own] = Array.from({ length: 4 }, newNumber) as [
    string,
    string,
    string,
    string,
  ]
  await giveNumber(claimed, false)
  await giveNumber(banned, true, { banned_at: new Date(), ban_reason: 'fraud' })
  await giveNumber(own, true)
  for (const to of [unknown, claimed, banned, own]) await queue({ to, toKnownOnly: true })
  for (const to of [unknown, claimed, banned, own]) await isDone(to)
  const texts = await Promise.all([unknown, claimed, banned, own].map((to) => inbox.textsTo(to)))
  expect(texts.map(({ length }) => length)).toEqual([0, 0, 0, 1])
})

test('a hook that refuses delays a text, which is tried again', async () => {
  const to = newNumber()
  await inbox.setTexts({ refuse: true })
  await queue({ to })
  await inbox.triedInVain(to)
  expect(await inbox.textsTo(to)).toEqual([])
  await inbox.unsetTexts()
  await inbox.hurry(to)
  await isDone(to)
  expect(await inbox.textsTo(to)).toHaveLength(1)
})

test('a code that has run out on its way is not sent', async () => {
  const to = newNumber()
  await queue({ to, until: new Date(Date.now() - 1000).toISOString() })
  await isDone(to)
  expect(await inbox.textsTo(to)).toEqual([])
})

test('however many texts wait, a hook that refuses is asked for ten a second by each process', async () => {
  const to = newNumber()
  await inbox.setTexts({ refuse: true })
  await queue({ to })
  const { tried, seconds } = await inbox.crowdOf(to, 20)
  expect(tried).toBeLessThanOrEqual(10 * seconds + 1)
  expect(tried).toBeGreaterThanOrEqual(2 * seconds)
})

test('a shop without a hook says that it sends no texts, and keeps none to be sent', async () => {
  const other = await startTestShop()
  const phoneNumber = newNumber()
  const answer = await askIdentity(other, '/phone-number/send-otp', { phoneNumber })
  expect([answer.status, answer.body.code]).toEqual([501, 'TEXTS_NOT_SENT'])
  expect((await sql`select from pgboss.job where name = 'text'`.execute(other.db)).rows).toEqual([])
  // What the identity provider cannot do, it says in the log.
  other.errors.length = 0
  await other.close()
})

test('a hook that never answers has not taken the text', async () => {
  const timeout = new AbortController()
  const hook = await listen(() => timeout.abort(new Error('The time is over.')), 12_345)
  const realTimeout = AbortSignal.timeout.bind(AbortSignal)
  // The shop's worker sets timeouts meanwhile.
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === hook.timeoutMs ? timeout.signal : realTimeout(ms)))
  onTestFinished(() => spy.mockRestore())
  const posted = postText(hook, 'id', { to: '+491', text: 'Hello' })
  await expect(posted).rejects.toThrow('The time is over.')
  expect(hook.asked).toHaveLength(1)
  hook.close()
})

test.each([
  ['refuses', (response: Response) => response.writeHead(500).end()],
  ['sends one elsewhere', (response: Response) => response.writeHead(307, { location: '/' }).end()],
])('a hook that %s has not taken the text', async (_what, answer) => {
  const hook = await listen(answer)
  await expect(postText(hook, 'id', { to: '+491', text: 'Hello' })).rejects.toThrow()
  expect(hook.asked).toHaveLength(1)
  hook.close()
})

test('a hook is told who asks, what for, and which text it is', async () => {
  const hook = await listen((response) => response.writeHead(204).end())
  await postText(hook, 'one', { to: '+4915150000000', text: 'Hello' })
  expect(hook.asked).toEqual([
    {
      authorization: `Bearer ${hook.secret}`,
      key: 'one',
      body: { to: '+4915150000000', text: 'Hello' },
    },
  ])
  hook.close()
})

type Response = import('node:http').ServerResponse

async function listen(answer: (response: Response) => unknown, timeoutMs = 15_000) {
  const asked: object[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { authorization, 'idempotency-key': key } = request.headers
    asked.push({ authorization, key, body: JSON.parse(body) })
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/send`,
    secret: 'a secret of the hook',
    timeoutMs,
    asked,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
