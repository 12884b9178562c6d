import { setImmediate } from 'node:timers/promises'
import { roundUpQuantity } from '@freehub/contract/catalog/prices'
import { cleanCell } from '@freehub/contract/order-pad/codes'
import { listCellKeys, listTextKeys } from '@freehub/contract/order-pad/find-codes'
import { findLayout } from '@freehub/contract/order-pad/layout'
import type { MatchedRow, MatchedRows, PartMatch } from '@freehub/contract/order-pad/order-pad'
import { type ParsedPadRow, parseRow } from '@freehub/contract/order-pad/parse-row'
import type { Db } from '../../platform/database/connections/connect.ts'
import { type CodeHit, lookUpKeys } from './look-up-keys.ts'
import {
  type MatchedParts,
  matchHits,
  readMatchedParts,
  removeDuplicateParts,
} from './matched-parts.ts'

type Hits = Map<string, CodeHit[]>

/** Finds the layout of pasted rows, and the part and quantity of each row. */
export async function matchPadRows(
  db: Db,
  userId: string,
  pastedRows: string[][],
): Promise<MatchedRows> {
  const rows = pastedRows.map((row) => row.map(cleanCell))
  const cellKeys = listCellKeys(rows)
  const hits: Hits = await lookUpKeys(db, userId, [...new Set([...cellKeys.values()].flat())])
  const isKnown = (key: string) => hits.has(key)
  const textKeys = listTextKeys(rows, cellKeys, isKnown)
  for (const [key, found] of await lookUpKeys(db, userId, textKeys)) hits.set(key, found)
  const layout = findLayout(rows, isKnown)
  const parsedRows = await parseInSlices(rows, (row) => parseRow(row, layout, isKnown))
  const keys = new Set(parsedRows.flatMap((row) => row.keys))
  const matched = await readMatchedParts(
    db,
    [...keys].flatMap((key) => hits.get(key) ?? []),
  )
  const padRows = parsedRows.map((row) => toPadRow(row, hits, matched))
  const ids = new Set(padRows.flatMap(({ matches }) => matches.map(({ productId }) => productId)))
  return { rows: padRows, parts: [...ids].flatMap((id) => matched.parts.get(id) ?? []), layout }
}

/** Time in milliseconds after which parsing pauses for other requests. */
const SLICE_MS = 20

/** Parses rows in slices. A paste of long texts would otherwise block other requests for a second. */
async function parseInSlices(
  rows: string[][],
  parse: (row: string[]) => ParsedPadRow,
): Promise<ParsedPadRow[]> {
  const parsedRows: ParsedPadRow[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (const row of rows) {
    parsedRows.push(parse(row))
    if (performance.now() < sliceEnd) continue
    await setImmediate()
    sliceEnd = performance.now() + SLICE_MS
  }
  return parsedRows
}

function toPadRow(row: ParsedPadRow, hits: Hits, matched: MatchedParts): MatchedRow {
  const { keys: _, ...fields } = row
  const { state, matches } = matchRow(row, hits, matched)
  const isQuantityAssumed = row.quantity === null
  const part = matched.parts.get(matches[0]?.productId ?? '')
  const isOnePart = state === 'found' || (state === 'guess' && matches.length === 1)
  const quantity = row.quantity ?? (part && isOnePart ? roundUpQuantity(part, 0) : null)
  return { ...fields, state, matches, quantity, isQuantityAssumed }
}

/** Returns the state of a row and its parts on sale. If a code has only deleted parts, returns `unknown` with them. */
function matchRow(
  row: ParsedPadRow,
  hits: Hits,
  matched: MatchedParts,
): Pick<MatchedRow, 'state' | 'matches'> {
  if (row.state !== 'known' && row.state !== 'guess') return { state: row.state, matches: [] }
  const found = matchKeys(row.keys, hits, matched)
  const matches = found.filter(({ productId }) => matched.parts.get(productId)?.isOnSale)
  if (row.state === 'guess') {
    const corrections = matches.map((match) => ({ ...match, matchedBy: 'correction' as const }))
    return { state: matches.length > 0 ? 'guess' : 'unknown', matches: corrections }
  }
  if (matches.length === 0) return { state: 'unknown', matches: found }
  return { state: matches.length === 1 ? 'found' : 'choose', matches }
}

/**
 * Returns the parts that all keys of a row have in common. If there are none, returns all parts of
 * all keys. For example, a GTIN decides between the parts of a competitor's number. If the first key
 * is an own number, returns only its part, because the user chose it.
 */
function matchKeys(keys: string[], hits: Hits, matched: MatchedParts): PartMatch[] {
  const matches = keys.map((key) => matchHits(hits.get(key) ?? [], matched))
  const [exact = []] = matches
  if (matches.length === 1 || exact[0]?.matchedBy === 'own') return exact
  const all = removeDuplicateParts(matches.flat())
  const sets = matches
    .filter((found) => found.length > 0)
    .map((found) => new Set(found.map(({ productId }) => productId)))
  const common = all.filter(({ productId }) => sets.every((set) => set.has(productId)))
  return common.length > 0 ? common : all
}
