import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Person } from '../../support/shop/people.ts'
import type { Scene } from '../scene.ts'

const EVERY_MS = 50

/** Staff who put a piece on the shelf again and again. What is not answered is said again, by its key. */
export function restock(scene: Scene, by: Person) {
  const keys: string[] = []
  let open = true

  async function putOne(key: string): Promise<boolean> {
    const path = `/api/parts/${scene.part}/stock`
    const body = { pieces: 1, reason: key }
    const answer = await by.call('POST', path, body, { 'idempotency-key': key }).catch(() => null)
    return answer?.status === 201
  }

  async function work() {
    while (open) {
      const key = randomUUID()
      keys.push(key)
      while (!(await putOne(key))) await wait(EVERY_MS)
      await wait(EVERY_MS)
    }
  }

  const working = work()
  return {
    async stop() {
      open = false
      await working
    },
    /** Every piece was put there once. Answers how many. */
    async check(): Promise<number> {
      const moved = scene.db
        .selectFrom('stock_movements')
        .select('reason')
        .where('reason', 'in', keys)
      const reasons = (await moved.execute()).map(({ reason }) => reason)
      expect(reasons.sort()).toEqual(keys.sort())
      return keys.length
    },
  }
}
