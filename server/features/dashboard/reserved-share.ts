import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../platform/database/connections/connect.ts'
import { readReservedShare } from './read-reserved.ts'

const WITHIN_MS = 1_000
const FRESH_MS = 60_000

interface Shares {
  parts: number
  pieces: number
}

/**
 * Returns the shares, from 0 to 1, of parts that cannot be ordered because of unpaid orders and of
 * pieces that these reserve. All parts are read for it, once a minute at most; undefined while the
 * database is slow or unavailable.
 */
export function reservedShare(db: Db): () => Promise<Shares | undefined> {
  let known: { at: number; shares: Promise<Shares> } | undefined
  return async () => {
    if (!known || Date.now() - known.at > FRESH_MS) {
      known = { at: Date.now(), shares: readShares(db) }
      known.shares.catch(() => {
        known = undefined
      })
    }
    const nothing = delay(WITHIN_MS, undefined, { ref: false })
    return Promise.race([known.shares, nothing]).catch(() => undefined)
  }
}

async function readShares(db: Db): Promise<Shares> {
  const { parts, blockedParts, pieces, reservedPieces } = await readReservedShare(db)
  return {
    parts: parts === 0 ? 0 : blockedParts / parts,
    pieces: pieces === 0 ? 0 : reservedPieces / pieces,
  }
}
