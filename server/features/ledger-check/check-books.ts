import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { CardProvider } from '../payments/provider/provider.ts'
import { atOneMoment, type BrokenRule, brokenAmong } from './broken-rule.ts'
import { brokenBy, findSuspects, lookAgain } from './compare-with-provider.ts'
import { pendingRules, rules } from './rules.ts'

const LOOK_AGAIN_MS = 1_000

export interface Books {
  db: Db
  /** Without, the books are not compared with the provider's. */
  cards?: CardProvider | undefined
  /** So long it looks again at what may be on its way at this very moment. */
  patienceMs: number
}

/**
 * Checks all that must always hold (design §7), and answers what does not. The books are read at one
 * moment. What the provider shows differently, and what only waits for the shop to finish it, counts
 * when it is still so after `patienceMs`. Throws ProviderUnavailable.
 */
export async function checkBooks({ db, cards, patienceMs }: Books): Promise<BrokenRule[]> {
  const broken = await atOneMoment(db, (moment) => brokenAmong(rules, moment))
  let suspects = cards ? await findSuspects({ db, cards }) : []
  const deadline = Date.now() + patienceMs
  for (;;) {
    if (cards) suspects = await lookAgain({ db, cards }, suspects)
    const pending = await atOneMoment(db, (moment) => brokenAmong(pendingRules, moment))
    const isOver = Date.now() >= deadline
    if (isOver || (suspects.length === 0 && pending.length === 0)) {
      return [...broken, ...brokenBy(suspects), ...pending]
    }
    await wait(LOOK_AGAIN_MS)
  }
}
