import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@freehub/server/database/embedded'
import { fillDemo } from '@freehub/server/demo/fill-demo'
import { compareBooking } from './booking.ts'
import { end, freePort, startBareServer, startShop } from './processes.ts'
import { type Comparison, compareReading } from './reading.ts'

/** What design §9 asks, of each comparison. */
const wanted = { reading: 0.7, booking: 0.6 }

const dataDir = await mkdtemp(join(tmpdir(), 'freehub-bench-'))
const postgres = process.env.DATABASE_URL
  ? { databaseUrl: process.env.DATABASE_URL, stop: async () => {} }
  : await startEmbeddedPostgres({ dataDir, log: () => {} })

try {
  const port = await freePort()
  const env = settings(postgres.databaseUrl, port)
  await fillDemo(env)
  const shop = await startShop(env)
  const url = `http://127.0.0.1:${port}`
  try {
    const parts = (await (await fetch(`${url}/parts?size=6`)).json()) as { _id: string }[]
    const paths = ['/parts?size=6', `/parts/${parts[0]?._id}`, '/']
    const { bare, url: bareUrl } = await startBareServer(url, paths)
    const rows: [Comparison, number][] = []
    const names = ['GET /parts?size=6', 'GET /parts/{id}', 'GET /']
    for (const [i, path] of paths.entries()) {
      const name = names[i] as string
      rows.push([await compareReading(name, `${url}${path}`, `${bareUrl}${path}`), wanted.reading])
    }
    await end(bare)
    rows.push([await compareBooking(url, postgres.databaseUrl), wanted.booking])
    print(rows)
  } finally {
    await end(shop)
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function settings(databaseUrl: string, port: number): Record<string, string> {
  // No provider is spoken to while reading and booking; mails wait in the outbox.
  return {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    AUTH_SECRET: 'a secret for the bench alone, of enough length',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    SMTP_URL: 'smtp://127.0.0.1:9',
    UNPAID_ORDERS_MAX: '100000',
    LOG_LEVEL: 'error',
  }
}

function print(rows: [Comparison, number][]) {
  console.log(
    '\nEach a second, the median of three rounds taken in turns, shop and bare on this machine\n',
  )
  console.log('| what | shop | bare | ratio | at least |')
  console.log('|---|---:|---:|---:|---:|')
  for (const [{ what, shop, bare }, least] of rows) {
    const ratio = (shop / bare).toFixed(2)
    console.log(`| ${what} | ${Math.round(shop)} | ${Math.round(bare)} | ${ratio} | ${least} |`)
  }
}
