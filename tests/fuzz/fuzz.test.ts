import { writeFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memorySettings } from '../../scripts/prepare/memory-settings.mjs'
import { readConfig } from '../../server/config.ts'
import { runConcurrently } from '../resilience/fixture.ts'
import { findFreePort } from '../support/network/ports.ts'
import { testSettings } from '../support/shop/settings.ts'
import { startShopProcess } from '../support/shop/shop-process.ts'
import { createResponseChecker } from './check-response.ts'
import { createUploadFiles } from './fixture.ts'
import { createFuzzClient } from './fuzz-client.ts'
import { listOperations, type OpenApi } from './open-api.ts'
import { formatFuzzReport, type Plan, readProcessMetrics, runSeed } from './run-seed.ts'

/** Set by `npm run test:fuzz`. By default a small part runs. */
const { FUZZ_SEEDS = '1', FUZZ_SEED = '1', FUZZ_REQUESTS = '250', FUZZ_REPORT } = process.env
const CONCURRENT_SEEDS = 4
const LAG_P99_MAX_MS = 100
/** Limit under faults, from docs/limits.md. */
const MEMORY_MAX_MB = 400
/** Limit after a few hundred requests. bench/scale/memory.test.ts repeats every call and uploads large photos. */
const SHORT_MEMORY_MAX_MB = 300

const isFullRun = FUZZ_REPORT !== undefined

let shop: Awaited<ReturnType<typeof startShopProcess>>
let plan: Plan
let metricsUrl: string
let client: ReturnType<typeof createFuzzClient>

beforeAll(async () => {
  const metricsPort = String(await findFreePort())
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  const memory = { ...memorySettings.env, NODE_OPTIONS: memorySettings.options.join(' ') }
  const settings = { METRICS_PORT: metricsPort, JOBS_EVERY_MS: '5000', ...memory }
  shop = await startShopProcess({ settings })
  const { url, databaseUrl } = shop
  const port = new URL(url).port
  const config = readConfig({ ...testSettings, PORT: port, DATABASE_URL: databaseUrl })
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApi
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  client = createFuzzClient(url)
  plan = {
    shop: { ...shop, config },
    operations: listOperations(document),
    files: await createUploadFiles(),
    send: client.send,
    check: createResponseChecker(ajv, document),
    requests: Number(FUZZ_REQUESTS),
  }
})
afterAll(async () => {
  client?.close()
  await shop?.close()
})

test(
  'answers every fuzzed request as the OpenAPI document declares',
  async () => {
    const before = await readProcessMetrics(metricsUrl)
    const pid = shop.pid()
    const results = await runConcurrently(Number(FUZZ_SEEDS), CONCURRENT_SEEDS, (n) =>
      runSeed(plan, Number(FUZZ_SEED) + n),
    )
    const after = await readProcessMetrics(metricsUrl)
    const report = formatFuzzReport(results, { before, after })
    if (FUZZ_REPORT) await writeFile(FUZZ_REPORT, report)
    expect(results.flatMap(({ violations }) => violations)).toEqual([])
    expect(shop.pid()).toBe(pid)
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    expect(after.memoryMb).toBeLessThan(isFullRun ? MEMORY_MAX_MB : SHORT_MEMORY_MAX_MB)
    // A short run on a busy machine gives no reliable delay.
    if (isFullRun) expect(after.lagP99Ms).toBeLessThan(LAG_P99_MAX_MS)
  },
  isFullRun ? 60 * 60_000 : undefined,
)
