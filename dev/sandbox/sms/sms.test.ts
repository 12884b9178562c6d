import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { control, testSettings } from '../testing/sandbox-helpers.ts'

const settings = testSettings()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox(settings)
})
afterEach(() => control(sandbox.url, 'sms/faults', undefined, 'DELETE'))
afterAll(() => sandbox.close())

const send = (to: string, options: { text?: string; secret?: string; key?: string } = {}) =>
  fetch(`${sandbox.url}/sms`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${options.secret ?? settings.smsSecret}`,
      'content-type': 'application/json',
      ...(options.key && { 'idempotency-key': options.key }),
    },
    body: JSON.stringify({ to, text: options.text ?? '123456 is your code.' }),
  })
const getPage = async (path: string) => (await fetch(sandbox.url + path)).text()
const listSmsTo = async (to: string) =>
  JSON.parse(await getPage(`/sms.json?to=${encodeURIComponent(to)}`))

test('shows a hint in an empty inbox, and links SMS and mail to each other', async () => {
  expect(await getPage('/sms')).toContain('No SMS yet')
  expect(await getPage('/sms')).toContain('<a href="/mail">Mail</a>')
  expect(await getPage('/mail')).toContain('<a href="/sms">SMS</a>')
})

test('shows a sent SMS in the inbox and as JSON', async () => {
  expect((await send('+4915112345678')).status).toBe(202)
  expect(await listSmsTo('+4915112345678')).toMatchObject([
    { to: '+4915112345678', text: '123456 is your code.' },
  ])
  expect(await getPage('/sms')).toContain('123456 is your code.')
  expect(await listSmsTo('+4915100000000')).toEqual([])
})

test('escapes markup in an SMS', async () => {
  await send('+4915100000001', { text: '<script>alert(1)</script>' })
  expect(await getPage('/sms')).toContain('&lt;script&gt;')
  expect(await getPage('/sms')).not.toContain('<script')
})

test('rejects an SMS with a wrong secret or an invalid number', async () => {
  expect((await send('+4915100000002', { secret: 'another' })).status).toBe(401)
  expect((await send('0151 2345')).status).toBe(400)
  expect(await listSmsTo('+4915100000002')).toEqual([])
})

test('stores an SMS once per Idempotency-Key', async () => {
  for (const key of ['one', 'one', 'two']) await send('+4915100000003', { key })
  expect(await listSmsTo('+4915100000003')).toHaveLength(2)
})

test('rejects SMS temporarily when the fault is set', async () => {
  await control(sandbox.url, 'sms/faults', { refuse: true })
  expect((await send('+4915100000004')).status).toBe(503)
  expect((await control(sandbox.url, 'sms/faults', { refuse: 'yes please' })).status).toBe(400)
})
