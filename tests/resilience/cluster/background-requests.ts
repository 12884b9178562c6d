import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { createApiClient } from '../../support/shop/api-client.ts'
import type { TestUser } from '../../support/shop/users.ts'
import type { Fixture } from '../fixture.ts'
import { CallLog } from './call-log.ts'

const VISIT_INTERVAL_MS = 100
const PATHS = ['/', '/allParts', '/parts?size=6', '/reviews', '/healthz']

/** Requests public pages and calls of each shop in a loop, until `stop`. `log` records the responses. */
export function startVisitors(urls: string[]) {
  const log = new CallLog()
  let isRunning = true
  const loops = urls.map(async (url) => {
    const visit = log.record(createApiClient(url), url)
    while (isRunning) {
      for (const path of PATHS) await visit('GET', path).catch(() => {})
      await wait(VISIT_INTERVAL_MS)
    }
  })
  return {
    log,
    async stop() {
      isRunning = false
      await Promise.all(loops)
    },
  }
}

const INTERVAL_MS = 50

/** Adds one unit to the stock repeatedly. Repeats each request with the same idempotency key until it succeeds. */
export function startStockAdjustments(fixture: Fixture, staff: TestUser) {
  const keys: string[] = []
  let isRunning = true

  async function addOneUnit(key: string): Promise<boolean> {
    const path = `/api/parts/${fixture.part}/stock`
    const body = { pieces: 1, reason: key }
    const response = await staff
      .call('POST', path, body, { 'idempotency-key': key })
      .catch(() => null)
    return response?.status === 201
  }

  async function run() {
    while (isRunning) {
      const key = randomUUID()
      keys.push(key)
      while (!(await addOneUnit(key))) await wait(INTERVAL_MS)
      await wait(INTERVAL_MS)
    }
  }

  const running = run()
  return {
    async stop() {
      isRunning = false
      await running
    },
    /** Expects that each unit was added once. Returns the number of units. */
    async check(): Promise<number> {
      const movements = fixture.db
        .selectFrom('stock_movements')
        .select('reason')
        .where('reason', 'in', keys)
      const reasons = (await movements.execute()).map(({ reason }) => reason)
      expect(reasons.sort()).toEqual(keys.sort())
      return keys.length
    },
  }
}
