import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Person } from '../../support/shop/people.ts'
import type { Fixture } from '../fixture.ts'

const INTERVAL_MS = 50

/** Adds one piece of stock repeatedly. A request without a response is repeated under its key. */
export function startRestocking(fixture: Fixture, staff: Person) {
  const keys: string[] = []
  let isOpen = true

  async function addPiece(key: string): Promise<boolean> {
    const path = `/api/parts/${fixture.part}/stock`
    const body = { pieces: 1, reason: key }
    const response = await staff
      .call('POST', path, body, { 'idempotency-key': key })
      .catch(() => null)
    return response?.status === 201
  }

  async function run() {
    while (isOpen) {
      const key = randomUUID()
      keys.push(key)
      while (!(await addPiece(key))) await wait(INTERVAL_MS)
      await wait(INTERVAL_MS)
    }
  }

  const running = run()
  return {
    async stop() {
      isOpen = false
      await running
    },
    /** Expects that each piece was added once. Returns their number. */
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
