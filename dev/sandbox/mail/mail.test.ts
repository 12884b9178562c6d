import nodemailer from 'nodemailer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { control, testSettings } from '../testing/sandbox-helpers.ts'
import { openMailbox } from './mail.ts'

const settings = testSettings()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox(settings)
})
afterEach(() => control(sandbox.url, 'mail/faults', undefined, 'DELETE'))
afterAll(() => sandbox.close())

const send = (overrides: object = {}) =>
  nodemailer.createTransport(sandbox.smtpUrl).sendMail({
    from: 'Shop <shop@example.com>',
    to: 'ada@example.com',
    subject: 'Your order is placed',
    text: 'See http://localhost:3000/dashboard/myOrders.',
    ...overrides,
  })
const getPage = async (path: string) => {
  const response = await fetch(sandbox.url + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const listMailTo = async (to: string) => JSON.parse((await getPage(`/mail.json?to=${to}`)).text)

test('shows a hint in an empty inbox', async () => {
  expect((await getPage('/mail')).text).toContain('No mail yet')
})

test('shows a sent mail in the inbox and as JSON', async () => {
  await send()
  const [message] = await listMailTo('ADA@example.com')
  expect(message).toMatchObject({
    from: 'shop@example.com',
    to: ['ada@example.com'],
    subject: 'Your order is placed',
    text: expect.stringContaining('http://localhost:3000/dashboard/myOrders'),
    html: null,
  })
  expect((await getPage('/mail')).text).toContain(
    `<a href="/mail/${message.id}">Your order is placed`,
  )
  expect((await getPage(`/mail/${message.id}`)).text).toContain(
    '<a href="http://localhost:3000/dashboard/myOrders">',
  )
  expect(await listMailTo('other@else.com')).toEqual([])
})

test('runs no scripts of a mail, in the list or in its frame', async () => {
  const markup = '<script>parent.alert(1)</script>'
  await send({ to: 'eve@example.com', subject: markup, text: markup, html: `<b>Hi</b>${markup}` })
  const [{ id }] = await listMailTo('eve@example.com')
  for (const path of ['/mail', `/mail/${id}`]) {
    const response = await getPage(path)
    expect(response.text).not.toContain('<script')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  const html = await getPage(`/mail/${id}/html`)
  expect(html.text).toContain('<base target="_top"><b>Hi</b>')
  expect(html.headers.get('content-security-policy')).toMatch(/sandbox allow-top-navigation/)
  expect(html.headers.get('content-security-policy')).not.toContain('allow-scripts')
})

test('accepts authentication, blind copies, non-ASCII text and attachments', async () => {
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
  const [message] = await listMailTo('b@example.com')
  expect(message).toMatchObject({
    to: ['a@example.com', 'b@example.com'],
    subject: 'Kettenräder – চেইন',
    attachments: [{ name: 'drawing.svg', type: 'image/svg+xml', bytes: 6 }],
  })
})

test('rejects mails temporarily when the fault is set', async () => {
  await control(sandbox.url, 'mail/faults', { refuse: true })
  await expect(send()).rejects.toMatchObject({ responseCode: 451 })
  expect((await control(sandbox.url, 'mail/faults', { refuse: 'yes please' })).status).toBe(400)
})

test('rejects a mail above ten megabytes', async () => {
  await expect(send({ text: 'x'.repeat(11 * 1024 * 1024) })).rejects.toMatchObject({
    responseCode: 552,
  })
})

test('shows a page for an unknown message', async () => {
  const response = await getPage('/mail/none')
  expect(response.status).toBe(404)
  expect(response.text).toContain('No such message')
})

test('keeps mails across restarts and removes the oldest above the limit', () => {
  const folder = testSettings().dataDir
  const fields = { from: '', to: [], text: '', html: null, attachments: [] }
  const before = openMailbox(folder, 3)
  for (const subject of ['one', 'two', 'three', 'four']) before.put({ ...fields, subject })
  const subjects = openMailbox(folder, 3)
    .all()
    .map(({ subject }) => subject)
  expect(subjects).toEqual(['four', 'three', 'two'])
})
