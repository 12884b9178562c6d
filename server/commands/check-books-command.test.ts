import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Cards, cardsOf } from '../../tests/support/shop/cards.ts'
import { beginPayment, placeOrder, placePaidOrder } from '../../tests/support/shop/orders.ts'
import { addPart } from '../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../tests/support/shop/people.ts'
import { testSettings } from '../../tests/support/shop/settings.ts'
import { startTestShop, type TestShop } from '../../tests/support/shop/shop.ts'
import { COMPILED } from '../../tests/support/shop/shop-process.ts'
import { readConfig } from '../config.ts'
import { checkBooksCommand } from './check-books-command.ts'

const program = path.resolve(import.meta.dirname, './shop.ts')

let shop: TestShop
let cards: Cards
let customer: Person
let admin: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  cards = cardsOf(shop)
  customer = await addCustomer(shop)
  admin = await addAdmin(shop)
  part = await addPart(shop, { stock: 1000 })
  await placePaidOrder(customer.call, cards, part)
  const refunded = await placePaidOrder(customer.call, cards, part)
  await admin.call('POST', `/api/orders/${refunded}/refund`)
})
afterAll(() => shop.close())

type Settings = Record<string, string>

const settingsOf = (changed: Settings): Settings => ({
  ...testSettings,
  DATABASE_URL: shop.databaseUrl,
  STRIPE_API_URL: shop.sandbox?.url as string,
  ...changed,
})

/** Runs the command in this process, in a tenth of the time. */
async function checkBooks(seconds: string, settings: Settings = {}) {
  const lines: string[] = []
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line) => void lines.push(line)),
  )
  try {
    const code = await checkBooksCommand(readConfig(settingsOf(settings)), [seconds])
    return { code, said: lines.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Runs `npm run shop -- check-books` as a process of its own, with the settings of the shop. */
async function runCheckBooks(seconds: string, settings: Settings = {}) {
  const child = execFile(process.execPath, [program, 'check-books', seconds], {
    env: { NODE_COMPILE_CACHE: COMPILED, ...settingsOf(settings) },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text))
  const [code] = await once(child, 'close')
  return { code, said: said.trim() }
}

test('good books are found right, and the command ends with 0', async () => {
  expect(await runCheckBooks('60')).toEqual({ code: 0, said: 'The books are right.' })
})

test('wrong books are named with whoever is wrong and what to do, and the command ends with 1', async () => {
  await sql`update parts set reserved = reserved + 1 where id = ${part}`.execute(shop.db)
  const { code, said } = await runCheckBooks('0')
  await sql`update parts set reserved = reserved - 1 where id = ${part}`.execute(shop.db)
  expect(code).toBe(1)
  expect(said).toContain('Does not hold: reserved = the lines of live orders')
  expect(said).toContain(`part ${part}`)
  expect(said).toContain('What to do: Count the pieces')
})

test('money that is at the provider alone is named; what the shop finds meanwhile is not', async () => {
  await cards.set({ holdWebhooks: true })
  const id = await placeOrder(customer.call, part)
  await cards.pay(await beginPayment(customer.call, id))
  const { code, said } = await checkBooks('0')
  expect(code).toBe(1)
  expect(said).toMatch(new RegExp(`order ${id}, payment pi_\\w+, why The money has arrived`))

  const looking = checkBooks('60')
  await customer.call('PATCH', `/booking/${id}`, {})
  expect(await looking).toEqual({ code: 0, said: 'The books are right.' })
})

test.each<[string, Record<string, string>, string]>([
  ['the card provider', { STRIPE_API_URL: 'http://127.0.0.1:1' }, 'the card provider at'],
  ['the card provider, for want of its keys', { STRIPE_SECRET_KEY: 'sk_other' }, 'Invalid API Key'],
  ['the database', { DATABASE_URL: 'postgresql://127.0.0.1:1/x' }, 'the database could not be'],
])(
  'who cannot ask %s does not say that the books are right, and ends with 2',
  async (_, settings, words) => {
    const { code, said } = await checkBooks('0', settings)
    expect(code).toBe(2)
    expect(said).toContain(words)
  },
)

test('ends with 2 when a setting is missing', async () => {
  const { code, said } = await runCheckBooks('0', { AUTH_SECRET: '' })
  expect(code).toBe(2)
  expect(said).toContain('AUTH_SECRET is not set')
})

test('how long to look again is a number', async () => {
  expect((await checkBooks('soon')).code).toBe(2)
})

/** The machine's own address on its network, by which it is not plainly itself. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

test.skipIf(!address)('in production settings it does the same', async () => {
  const provider = createServer((asked, answer) => {
    const { method, headers, url = '' } = asked
    const to = new URL(url, shop.sandbox?.url)
    const options = { method, headers: { ...headers, host: to.host } }
    const there = request(to, options, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    asked.pipe(there)
  })
  await once(provider.listen(0, address), 'listening')
  const { code, said } = await checkBooks('60', {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.example',
    SMTP_URL: 'smtp://mail.example:587',
    STRIPE_API_URL: `http://${address}:${(provider.address() as AddressInfo).port}`,
  })
  provider.close()
  expect({ code, said }).toEqual({ code: 0, said: 'The books are right.' })
})
