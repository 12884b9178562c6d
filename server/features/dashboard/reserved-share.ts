import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../platform/database/connections/connect.ts'
import { readReservedTotals } from './read-reserved.ts'

const TIMEOUT_MS = 1_000
const CACHE_TTL_MS = 60_000

interface ReservedShares {
  parts: number
  quantity: number
}

/**
 * Creates a reader of two shares from 0 to 1: parts that cannot be ordered because of unpaid orders, and
 * the quantity that these reserve. It scans all parts at most once a minute, and returns undefined while the
 * database is slow or unavailable.
 */
export function createReservedShareReader(db: Db): () => Promise<ReservedShares | undefined> {
  let cached: { at: number; shares: Promise<ReservedShares> } | undefined
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

async function readShares(db: Db): Promise<ReservedShares> {
  const { parts, blockedParts, pieces, reservedPieces } = await readReservedTotals(db)
  return {
    parts: parts === 0 ? 0 : blockedParts / parts,
    quantity: pieces === 0 ? 0 : reservedPieces / pieces,
  }
}
