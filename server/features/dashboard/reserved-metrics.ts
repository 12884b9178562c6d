import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../platform/database/connections/connect.ts'
import { registerGauge } from '../../platform/metrics/collected-metrics.ts'
import { readReservedTotals } from './read-reserved.ts'

const TIMEOUT_MS = 1_000
const CACHE_TTL_MS = 60_000

/** Registers the shares of parts and of their quantity that unpaid orders reserve, from 0 to 1. */
export function registerReservedMetrics(db: Db): void {
  const readShares = createShareReader(db)
  registerGauge(
    {
      name: 'freehub_unpaid_reserved_ratio',
      help: 'Share of the parts that cannot be ordered because of unpaid orders, and of the pieces that these reserve. All processes report the same value.',
      labelNames: ['of'],
      aggregator: 'max',
    },
    async (report) => {
      const shares = await readShares()
      if (!shares) return
      report(shares.parts, { of: 'parts' })
      report(shares.quantity, { of: 'quantity' })
    },
  )
}

/**
 * Creates a reader that scans all parts at most once a minute, and returns undefined while the database is
 * slow or unavailable.
 */
function createShareReader(db: Db) {
  let cached: { at: number; shares: ReturnType<typeof readShares> } | undefined
  return async () => {
    if (!cached || Date.now() - cached.at > CACHE_TTL_MS) {
      cached = { at: Date.now(), shares: readShares(db) }
      cached.shares.catch(() => {
        cached = undefined
      })
    }
    const timeout = delay(TIMEOUT_MS, undefined, { ref: false })
    return Promise.race([cached.shares, timeout]).catch(() => undefined)
  }
}

async function readShares(db: Db) {
  const { parts, blockedParts, pieces, reservedPieces } = await readReservedTotals(db)
  return {
    parts: parts === 0 ? 0 : blockedParts / parts,
    quantity: pieces === 0 ? 0 : reservedPieces / pieces,
  }
}
