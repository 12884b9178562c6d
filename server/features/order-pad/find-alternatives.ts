import { ALTERNATIVES_MAXIMUM } from '@freehub/contract/limits'
import { toCodeKey } from '@freehub/contract/order-pad/codes'
import type { Alternatives, PartMatch } from '@freehub/contract/order-pad/order-pad'
import pLimit from 'p-limit'
import type { Db } from '../../platform/database/connections/connect.ts'
import { readPartsWithTerms } from '../catalog/parts/part-terms.ts'
import { listRankedParts } from '../catalog/search/list-parts.ts'
import { resolvePartQuery, toPartFilters } from '../catalog/search/part-query.ts'
import { listOneEditKeys } from './list-one-edit-keys.ts'
import { CODE_KINDS, type CodeHit, lookUpKeys } from './look-up-keys.ts'
import { matchHits, readMatchedParts, uniqueParts } from './matched-parts.ts'

/** Searches of one request that run at the same time. */
const CONCURRENT_SEARCHES = 2
const FIRST_WORDS = 3

/** Returns at most five parts on sale for each text: those whose number is one edit away, then search results. */
export async function findAlternatives(
  db: Db,
  userId: string,
  texts: string[],
): Promise<Alternatives> {
  const byNumber = await findSimilarNumbers(db, userId, texts)
  const limit = pLimit(CONCURRENT_SEARCHES)
  const matches = await Promise.all(
    texts.map(async (text, n) => {
      const similar = byNumber[n] ?? []
      const isFull = similar.length >= ALTERNATIVES_MAXIMUM
      const found = isFull ? [] : await limit(() => search(db, text))
      return uniqueParts([...similar, ...found]).slice(0, ALTERNATIVES_MAXIMUM)
    }),
  )
  const ids = new Set(matches.flat().map(({ productId }) => productId))
  const parts = await readPartsWithTerms(db, [...ids])
  const onSale = matches.map((found) =>
    found.filter(({ productId }) => parts.get(productId)?.isOnSale),
  )
  return { matches: onSale, parts: [...parts.values()].filter(({ isOnSale }) => isOnSale) }
}

/** Numbers that are read for each text, more than are returned because some of their parts may be deleted. */
const SIMILAR_MAXIMUM = 4 * ALTERNATIVES_MAXIMUM

/** Returns the parts on sale of the exact number and of numbers one edit away, the most trusted kind first. */
async function findSimilarNumbers(db: Db, userId: string, texts: string[]): Promise<PartMatch[][]> {
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
    uniqueParts(found.flatMap((hit) => matchHits([hit], matched)).filter(isOnSale)),
  )
}

/** Searches for the text, then for its first words, because a part rarely matches all words of a long text. */
async function search(db: Db, text: string): Promise<PartMatch[]> {
  const found = await searchFor(db, text)
  const firstWords = text.split(/\s+/, FIRST_WORDS).join(' ')
  return found.length > 0 || firstWords === text ? found : searchFor(db, firstWords)
}

async function searchFor(db: Db, text: string): Promise<PartMatch[]> {
  const query = await resolvePartQuery(db, toPartFilters({ search: text }))
  if (!query.search) return []
  const size = ALTERNATIVES_MAXIMUM
  const parts = await listRankedParts(db, { ...query, search: query.search }, { size })
  return parts.map(({ id }) => ({
    productId: id,
    matchedBy: 'search',
    brand: null,
    replaces: null,
  }))
}
