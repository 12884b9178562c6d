import { ALTERNATIVES_MAXIMUM } from '@freehub/contract/limits'
import { toCodeKey } from '@freehub/contract/order-pad/codes'
import type { Alternatives, PartMatch } from '@freehub/contract/order-pad/order-pad'
import pLimit from 'p-limit'
import type { Db } from '../../platform/database/connections/connect.ts'
import { readPartsWithTerms } from '../catalog/parts/part-terms.ts'
import { findAllMatches } from '../catalog/search/find-matches.ts'
import { listRankedParts } from '../catalog/search/list-parts.ts'
import { parseSearch } from '../catalog/search/parse-search.ts'
import { listOneEditKeys } from './list-one-edit-keys.ts'
import { CODE_KINDS, type CodeHit, lookUpKeys } from './look-up-keys.ts'
import { matchHits, readMatchedParts, removeDuplicateParts } from './matched-parts.ts'

/** Number of searches of one request that run at the same time. */
const CONCURRENT_SEARCHES = 2
const FIRST_WORD_COUNT = 3
/** Number of matches from which the search finds them rank by rank, instead of ranking all of them. */
const RANK_BY_RANK_FROM = 500

/** Returns at most five parts for each text: first parts with this code or one edit away, then search results. */
export async function findAlternatives(
  db: Db,
  userId: string,
  texts: string[],
): Promise<Alternatives> {
  const byCode = await findPartsBySimilarCode(db, userId, texts)
  const limit = pLimit(CONCURRENT_SEARCHES)
  const matches = await Promise.all(
    texts.map(async (text, n) => {
      const similar = byCode[n] ?? []
      const isFull = similar.length >= ALTERNATIVES_MAXIMUM
      const found = isFull ? [] : await limit(() => searchParts(db, text))
      return removeDuplicateParts([...similar, ...found]).slice(0, ALTERNATIVES_MAXIMUM)
    }),
  )
  const ids = new Set(matches.flat().map(({ productId }) => productId))
  const parts = await readPartsWithTerms(db, [...ids])
  const onSaleMatches = matches.map((found) =>
    found.filter(({ productId }) => parts.get(productId)?.isOnSale),
  )
  return { matches: onSaleMatches, parts: [...parts.values()].filter(({ isOnSale }) => isOnSale) }
}

/** Maximum number of similar codes of a text. Exceeds the number of results, because parts may be deleted. */
const SIMILAR_MAXIMUM = 4 * ALTERNATIVES_MAXIMUM

/** Finds parts with this code or a code one edit away, the most trusted kind first. */
async function findPartsBySimilarCode(
  db: Db,
  userId: string,
  texts: string[],
): Promise<PartMatch[][]> {
  const keys = texts.map((text) => listOneEditKeys(toCodeKey(text)))
  const hits = await lookUpKeys(db, userId, [...new Set(keys.flat())])
  const rankOf = ({ kind }: CodeHit) => CODE_KINDS.indexOf(kind)
  const similar = keys.map((edited) =>
    edited
      .flatMap((key) => hits.get(key) ?? [])
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .slice(0, SIMILAR_MAXIMUM),
  )
  const matched = await readMatchedParts(db, similar.flat())
  const isOnSale = ({ productId }: PartMatch) => matched.parts.get(productId)?.isOnSale
  return similar.map((found) =>
    removeDuplicateParts(found.flatMap((hit) => matchHits([hit], matched)).filter(isOnSale)),
  )
}

/**
 * Searches for all words. Without a match, searches for the first three words, which often name the part. Then some of
 * the words are enough, because a part rarely contains all words of a long text.
 */
async function searchParts(db: Db, text: string): Promise<PartMatch[]> {
  const firstWords = text.split(/\s+/, FIRST_WORD_COUNT).join(' ')
  return (
    (await searchFor(db, text, false)) ??
    (firstWords === text ? undefined : await searchFor(db, firstWords, false)) ??
    (await searchFor(db, text, true)) ??
    []
  )
}

/**
 * Returns the first matches of the search. Undefined if there are none. With `isRelaxed`, some of the words are enough.
 */
async function searchFor(
  db: Db,
  text: string,
  isRelaxed: boolean,
): Promise<PartMatch[] | undefined> {
  const parsed = await parseSearch(db, text, isRelaxed)
  // A search is relaxed only if one of its words names a type of parts.
  if (isRelaxed && !parsed.isRelaxed) return undefined
  // If there are few matches, ranking all of them is much faster than searching rank by rank.
  const ids = await findAllMatches(db, parsed, {}, RANK_BY_RANK_FROM)
  if (ids?.length === 0) return undefined
  const size = ALTERNATIVES_MAXIMUM
  const parts = await listRankedParts(db, { search: parsed }, { size, ids })
  if (parts.length === 0) return undefined
  return parts.map(({ id }) => ({
    productId: id,
    matchedBy: 'search',
    brand: null,
    replaces: null,
  }))
}
