import type { PartMatch } from '@freehub/contract/order-pad/order-pad'
import type { Db } from '../../platform/database/connections/connect.ts'
import { type PartWithTerms, readPartsWithTerms } from '../catalog/parts/part-terms.ts'
import { readSuccessors } from '../catalog/parts/read-successors.ts'
import { CODE_KINDS, type CodeHit } from './look-up-keys.ts'

/** The parts that keys identify, and the successors of those that are no longer sold. */
export interface MatchedParts {
  parts: Map<string, PartWithTerms>
  successors: Map<string, string[]>
}

/** Reads the parts of hits, and the successors of deleted parts. */
export async function readMatchedParts(db: Db, hits: CodeHit[]): Promise<MatchedParts> {
  const parts = await readPartsWithTerms(db, [...new Set(hits.map(({ partId }) => partId))])
  const deleted = [...parts.values()].filter(({ isOnSale }) => !isOnSale)
  const successors = await readSuccessors(
    db,
    deleted.map(({ productId }) => productId),
  )
  const added = await readPartsWithTerms(db, [...new Set([...successors.values()].flat())])
  return { parts: new Map([...parts, ...added]), successors }
}

/**
 * Returns the parts of the code kind with the highest priority. Successors on sale replace a deleted part. If no kind
 * has a part on sale or a successor, returns the deleted parts of all kinds.
 */
export function matchHits(hits: CodeHit[], { parts, successors }: MatchedParts): PartMatch[] {
  const known = hits.filter(({ partId }) => parts.has(partId))
  const toMatches = ({ partId, kind, brand, code }: CodeHit): PartMatch[] => {
    const part = parts.get(partId) as PartWithTerms
    const match = { matchedBy: kind, brand: brand || null }
    if (part.isOnSale)
      return [{ ...match, productId: partId, replaces: kind === 'superseded' ? code : null }]
    const replaces = part.sku ?? part.name
    return (successors.get(partId) ?? []).map((productId) => ({
      ...match,
      matchedBy: kind === 'sku' ? 'superseded' : kind,
      productId,
      replaces,
    }))
  }
  for (const kind of CODE_KINDS) {
    const matches = known.filter((hit) => hit.kind === kind).flatMap(toMatches)
    if (matches.length > 0) return removeDuplicateParts(matches)
  }
  return removeDuplicateParts(
    known.map(({ partId, kind, brand }) => ({
      productId: partId,
      matchedBy: kind,
      brand: brand || null,
      replaces: null,
    })),
  )
}

/** Keeps the first match of each part. */
export function removeDuplicateParts(matches: PartMatch[]): PartMatch[] {
  if (matches.length < 2) return matches
  const ids = matches.map(({ productId }) => productId)
  return matches.filter(({ productId }, n) => ids.indexOf(productId) === n)
}
