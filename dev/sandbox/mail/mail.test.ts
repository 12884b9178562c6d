import nodemailer from 'nodemailer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { control, testSettings } from '../testing/fixture.ts'
import { openMailbox } from './mailbox.ts'

const settings = testSettings()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox(settings)
})
afterEach(() => control(sandbox.url, 'mail/faults', undefined, 'DELETE'))
afterAll(() => sandbox.close())

const send = (others: object = {}) =>
  nodemailer.createTransport(sandbox.smtpUrl).sendMail({
    from: 'Shop <shop@example.com>',
    to: 'ada@example.com',
    subject: 'Your order is placed',
    text: 'See http://localhost:3000/dashboard/myOrders.',
    ...others,
  })
const page = async (path: string) => {
  const answer = await fetch(sandbox.url + path)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const json = async (to: string) => JSON.parse((await page(`/mail.json?to=${to}`)).text)

test('An empty inbox says so', async () => {
  expect((await page('/mail')).text).toContain('No mail yet')
})

test('A mail that was sent can be read in the inbox, and by tests as JSON', async () => {
  await send()
  const [message] = await json('ADA@example.com')
  expect(message).toMatchObject({
    from: 'shop@example.com',
    to: ['ada@example.com'],
    subject: 'Your order is placed',
    text: expect.stringContaining('http://localhost:3000/dashboard/myOrders'),
    html: null,
  })
  expect((await page('/mail')).text).toContain(`<a href="/mail/${message.id}">Your order is placed`)
  expect((await page(`/mail/${message.id}`)).text).toContain(
    '<a href="http://localhost:3000/dashboard/myOrders">',
  )
  expect(await json('somebody@else.com')).toEqual([])
})

test('A mail’s markup runs nothing, in the list or in its frame', async () => {
  const nasty = '<script>parent.alert(1)</script>'
  await send({ to: 'eve@example.com', subject: nasty, text: nasty, html: `<b>Hi</b>${nasty}` })
  const [{ id }] = await json('eve@example.com')
  for (const path of ['/mail', `/mail/${id}`]) {
    const shown = await page(path)
    expect(shown.text).not.toContain('<script')
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  const html = await page(`/mail/${id}/html`)
  expect(html.text).toContain('<base target="_top"><b>Hi</b>')
  expect(html.headers.get('content-security-policy')).toMatch(/sandbox allow-top-navigation/)
  expect(html.headers.get('content-security-policy')).not.toContain('allow-scripts')
})

test('A mail with a login, a blind copy, letters of the world and an attachment arrives whole', async () => {
  const { hostname, port } = new URL(sandbox.smtpUrl)
  const transport = nodemailer.createTransport({
    host: hostname,
    port: Number(port),
    auth: { user: 'shop', pass: 'anything' },
  })
  await transport.sendMail({
    from: 'shop@example.com',
    to: 'a@example.com',
    bcc: 'b@example.com',
    subject: 'Kettenräder – চেইন',
    html: '<p>Grüße</p>',
    attachments: [{ filename: 'drawing.svg', content: '<svg/>' }],
  })
  const [message] = await json('b@example.com')
  expect(message).toMatchObject({
    to: ['a@example.com', 'b@example.com'],
    subject: 'Kettenräder – চেইন',
    attachments: [{ name: 'drawing.svg', type: 'image/svg+xml', bytes: 6 }],
  })
})

test('Mail is turned away for the time being when the fault says so', async () => {
  await control(sandbox.url, 'mail/faults', { refuse: true })
  await expect(send()).rejects.toMatchObject({ responseCode: 451 })
  expect((await control(sandbox.url, 'mail/faults', { refuse: 'yes please' })).status).toBe(400)
})

test('A mail beyond ten megabytes is turned away', async () => {
  await expect(send({ text: 'x'.repeat(11 * 1024 * 1024) })).rejects.toMatchObject({
    responseCode: 552,
  })
})

test('A mail that is not there is a page of its own', async () => {
  const shown = await page('/mail/none')
  expect(shown.status).toBe(404)
  expect(shown.text).toContain('No such message')
})

test('The inbox outlives a restart, and lets the oldest go', () => {
  const folder = testSettings().dataDir
  const parts = { from: '', to: [], text: '', html: null, attachments: [] }
  const before = openMailbox(folder, 3)
  for (const subject of ['one', 'two', 'three', 'four']) before.put({ ...parts, subject })
  const subjects = openMailbox(folder, 3)
    .all()
    .map(({ subject }) => subject)
  expect(subjects).toEqual(['four', 'three', 'two'])
})
