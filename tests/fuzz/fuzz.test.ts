import { writeFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallMemory } from '../../scripts/prepare/small-memory.mjs'
import { readConfig } from '../../server/config.ts'
import { freePort } from '../support/network/ports.ts'
import { testSettings } from '../support/shop/settings.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { responseChecker } from './check-response.ts'
import { type FuzzedShop, filesToUpload } from './fixture.ts'
import { type OpenApi, operationsOf } from './open-api.ts'
import { processFigures } from './process-figures.ts'
import { fuzzReport } from './report.ts'
import { type Plan, runSeed, type SeedResult } from './run-seed.ts'
import { senderTo } from './send.ts'

/** `npm run test:fuzz` sets these; without them a small share runs. */
const { FUZZ_SEEDS = '1', FUZZ_SEED = '1', FUZZ_REQUESTS = '250', FUZZ_REPORT } = process.env
const AT_ONCE = 4
const LAG_P99_MAX_MS = 100
/** On bad days, as docs/limits.md says. */
const MEMORY_MAX_MB = 400
/** A shop that serves a few hundred requests, as bench/scale/memory.test.ts measures in full. */
const SHORT_MEMORY_MAX_MB = 300

const seeds = Array.from({ length: Number(FUZZ_SEEDS) }, (_, n) => Number(FUZZ_SEED) + n)
const isWhole = FUZZ_REPORT !== undefined

let shop: Awaited<ReturnType<typeof startShopProcess>>
let plan: Plan
let metricsUrl: string
let sender: ReturnType<typeof senderTo>

beforeAll(async () => {
  const metricsPort = String(await freePort())
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  const memory = { ...smallMemory.env, NODE_OPTIONS: smallMemory.options.join(' ') }
  const settings = { METRICS_PORT: metricsPort, ROUNDS_EVERY_MS: '5000', ...memory }
  shop = await startShopProcess({ settings })
  const { url, db, sandbox, databaseUrl } = shop
  const port = new URL(url).port
  const config = readConfig({ ...testSettings, PORT: port, DATABASE_URL: databaseUrl })
  const fuzzed: FuzzedShop = { url, db, sandbox, config }
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  sender = senderTo(url)
  plan = {
    shop: fuzzed,
    operations: operationsOf(document),
    files: await filesToUpload(),
    send: sender.send,
    check: responseChecker(ajv, document),
    requests: Number(FUZZ_REQUESTS),
  }
})
afterAll(async () => {
  sender?.close()
  await shop?.close()
})

test(
  'answers every fuzzed request as the document declares',
  async () => {
    const before = await processFigures(metricsUrl)
    const pid = shop.pid()
    const results: SeedResult[] = []
    const waiting = seeds.values()
    const run = async () => {
      for (const seed of waiting) results.push(await runSeed(plan, seed))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, run))
    const after = await processFigures(metricsUrl)
    const report = fuzzReport(results, { before, after })
    if (FUZZ_REPORT) await writeFile(FUZZ_REPORT, report)
    expect(results.flatMap(({ faults }) => faults)).toEqual([])
    expect(shop.pid()).toBe(pid)
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    expect(after.memoryMb).toBeLessThan(isWhole ? MEMORY_MAX_MB : SHORT_MEMORY_MAX_MB)
    // A short run on a busy machine says nothing of the delay.
    if (isWhole) expect(after.lagP99Ms).toBeLessThan(LAG_P99_MAX_MS)
  },
  isWhole ? 60 * 60_000 : 120_000,
)
