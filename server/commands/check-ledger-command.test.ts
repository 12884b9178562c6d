import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createCardClient } from '../../tests/support/shop/cards.ts'
import { placeOrder, placePaidOrder, startPayment } from '../../tests/support/shop/orders.ts'
import { addPart } from '../../tests/support/shop/parts.ts'
import { testSettings } from '../../tests/support/shop/settings.ts'
import { startTestShop } from '../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../tests/support/shop/users.ts'
import { readConfig } from '../config.ts'
import { checkLedgerCommand } from './check-ledger-command.ts'

const program = path.resolve(import.meta.dirname, './shop.ts')

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
const admin = await addAdmin(shop)
const part = await addPart(shop, { stock: 1000 })
await placePaidOrder(customer.call, cards, part)
const refunded = await placePaidOrder(customer.call, cards, part)
await admin.call('POST', `/api/orders/${refunded}/refund`)
afterAll(() => shop.close())

type Settings = Record<string, string>

const settingsOf = (changed: Settings): Settings => ({
  ...testSettings,
  DATABASE_URL: shop.databaseUrl,
  STRIPE_API_URL: shop.sandbox?.url as string,
  ...changed,
})

/** Runs the command in this process, which takes a tenth of the time of a child process. */
async function checkLedger(seconds: string, settings: Settings = {}) {
  const lines: string[] = []
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line) => void lines.push(line)),
  )
  try {
    const code = await checkLedgerCommand(readConfig(settingsOf(settings)), [seconds])
    return { code, output: lines.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Runs `npm run shop -- check-ledger` as a child process, with the settings of the shop. */
async function runCheckLedger(seconds: string, settings: Settings = {}) {
  const child = execFile(process.execPath, [program, 'check-ledger', seconds], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settingsOf(settings) },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}

test('exits with 0 for a consistent ledger', async () => {
  expect(await runCheckLedger('60')).toEqual({ code: 0, output: 'The ledger is consistent.' })
})

test('lists violations with a remedy and exits with 1', async () => {
  await sql`update parts set reserved = reserved + 1 where id = ${part}`.execute(shop.db)
  const { code, output } = await runCheckLedger('0')
  await sql`update parts set reserved = reserved - 1 where id = ${part}`.execute(shop.db)
  expect(code).toBe(1)
  expect(output).toContain('Violated: reserved stock = the quantities in unshipped')
  expect(output).toContain(`part ${part}`)
  expect(output).toContain('What to do: Count the pieces')
})

test('reports a payment that only the provider knows, unless the shop records it during the check', async () => {
  await cards.setFaults({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  await cards.pay(await startPayment(customer.call, id))
  const { code, output } = await checkLedger('0')
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`order ${id}, payment pi_\\w+, problem The payment succeeded`))

  const checking = checkLedger('60')
  await customer.call('PATCH', `/booking/${id}`, {})
  expect(await checking).toEqual({ code: 0, output: 'The ledger is consistent.' })
})

test.each<[string, Record<string, string>, string]>([
  ['the card provider', { STRIPE_API_URL: 'http://127.0.0.1:1' }, 'the card provider at'],
  [
    'the card provider, because of a wrong key,',
    { STRIPE_SECRET_KEY: 'sk_other' },
    'Invalid API Key',
  ],
  ['the database', { DATABASE_URL: 'postgresql://127.0.0.1:1/x' }, 'the database is unavailable'],
])('exits with 2 if %s is unavailable', async (_, settings, words) => {
  const { code, output } = await checkLedger('0', settings)
  expect(code).toBe(2)
  expect(output).toContain(words)
})

test('exits with 2 for a failed query, and does not report an outage', async () => {
  const databaseUrl = new URL(shop.databaseUrl)
  databaseUrl.pathname = '/postgres'
  const { code, output } = await checkLedger('0', { DATABASE_URL: databaseUrl.href })
  expect(code).toBe(2)
  expect(output).toMatch(/unexpected error.*does not exist/)
})

test('exits with 2 when a setting is missing', async () => {
  const { code, output } = await runCheckLedger('0', { AUTH_SECRET: '' })
  expect(code).toBe(2)
  expect(output).toContain('AUTH_SECRET is not set')
})

test('refuses a timeout that is not a number', async () => {
  expect((await checkLedger('soon')).code).toBe(2)
})

/** The machine's network address, which does not count as loopback. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

test.skipIf(!address)('checks the ledger with production settings', async () => {
  const provider = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    const to = new URL(url, shop.sandbox?.url)
    const options = { method, headers: { ...headers, host: to.host } }
    const forwarded = request(to, options, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  })
  await once(provider.listen(0, address), 'listening')
  const { code, output } = await checkLedger('60', {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    SMTP_URL: 'smtp://mail.example:587',
    MAIL_FROM: 'Freehub <orders@shop.example>',
    STRIPE_API_URL: `http://${address}:${(provider.address() as AddressInfo).port}`,
  })
  provider.close()
  expect({ code, output }).toEqual({ code: 0, output: 'The ledger is consistent.' })
})
