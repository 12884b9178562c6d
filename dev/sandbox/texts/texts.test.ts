import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { control, testSettings } from '../testing/fixture.ts'

const settings = testSettings()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox(settings)
})
afterEach(() => control(sandbox.url, 'texts/faults', undefined, 'DELETE'))
afterAll(() => sandbox.close())

const send = (to: string, others: { text?: string; secret?: string; key?: string } = {}) =>
  fetch(`${sandbox.url}/texts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${others.secret ?? settings.textSecret}`,
      'content-type': 'application/json',
      ...(others.key && { 'idempotency-key': others.key }),
    },
    body: JSON.stringify({ to, text: others.text ?? '123456 is your code.' }),
  })
const page = async (path: string) => (await fetch(sandbox.url + path)).text()
const textsTo = async (to: string) =>
  JSON.parse(await page(`/texts.json?to=${encodeURIComponent(to)}`))

test('An inbox without texts says so, and leads to the mail and back', async () => {
  expect(await page('/texts')).toContain('No text yet')
  expect(await page('/texts')).toContain('<a href="/mail">Mail</a>')
  expect(await page('/mail')).toContain('<a href="/texts">Texts</a>')
})

test('A text that was sent can be read in the inbox, and by tests as JSON', async () => {
  expect((await send('+4915112345678')).status).toBe(202)
  expect(await textsTo('+4915112345678')).toMatchObject([
    { to: '+4915112345678', text: '123456 is your code.' },
  ])
  expect(await page('/texts')).toContain('123456 is your code.')
  expect(await textsTo('+4915100000000')).toEqual([])
})

test('A text’s markup is text', async () => {
  await send('+4915100000001', { text: '<script>alert(1)</script>' })
  expect(await page('/texts')).toContain('&lt;script&gt;')
  expect(await page('/texts')).not.toContain('<script')
})

test('A text without the secret, or to what is no number, is turned away', async () => {
  expect((await send('+4915100000002', { secret: 'another' })).status).toBe(401)
  expect((await send('0151 2345')).status).toBe(400)
  expect(await textsTo('+4915100000002')).toEqual([])
})

test('A text that is posted again is the same text', async () => {
  for (const key of ['one', 'one', 'two']) await send('+4915100000003', { key })
  expect(await textsTo('+4915100000003')).toHaveLength(2)
})

test('Texts are turned away for the time being when the fault says so', async () => {
  await control(sandbox.url, 'texts/faults', { refuse: true })
  expect((await send('+4915100000004')).status).toBe(503)
  expect((await control(sandbox.url, 'texts/faults', { refuse: 'yes please' })).status).toBe(400)
})
