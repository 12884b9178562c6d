import {
  ALTERNATIVE_TEXTS_MAXIMUM,
  ALTERNATIVES_MAXIMUM,
  PAD_CELL_LENGTH,
} from '@freehub/contract/limits'
import type { PartMatch } from '@freehub/contract/order-pad/order-pad'
import { findAlternatives } from './pad-calls.ts'
import type { PadStore } from './pad-store.ts'
import type { PadRowData } from './row-data.ts'

/** Returns the text of a row as one line, cut to the maximum length of a cell. */
export const getRowText = ({ cells }: Pick<PadRowData, 'cells'>): string =>
  cells.filter(Boolean).join(' ').slice(0, PAD_CELL_LENGTH)

/** Returns the first unknown rows without loaded alternatives, up to the limit of a call. Skips shortened numbers. */
export function listSearchableRows(pad: PadStore): PadRowData[] {
  let textCount = 0
  return pad
    .getViews()
    .filter(({ row, group }) => group === 'unknown' && !row.isRemoved)
    .map(({ row }) => row)
    .filter(({ state, alternatives }) => state !== 'shortened' && alternatives === null)
    .filter((row) => {
      textCount += listSearchTexts(row).length
      return textCount <= ALTERNATIVE_TEXTS_MAXIMUM
    })
}

/** Finds similar parts for rows in one call and stores them in the pad. Returns how many rows have similar parts. */
export async function loadAlternatives(pad: PadStore, rows: PadRowData[]): Promise<number> {
  const texts = rows.map(listSearchTexts)
  const { matches, parts } = await findAlternatives(texts.flat(), pad.customerEmail)
  let start = 0
  let foundCount = 0
  for (const [index, row] of rows.entries()) {
    const end = start + (texts[index]?.length ?? 0)
    const rowMatches = mergeMatches(matches.slice(start, end))
    start = end
    if (rowMatches.length > 0) foundCount += 1
    pad.setAlternatives(row, rowMatches, parts)
  }
  return foundCount
}

/** Returns the texts to search for: the row's code and name. Without a code, the whole text replaces the code. */
function listSearchTexts(row: PadRowData): string[] {
  const texts = [row.code ?? getRowText(row), row.name ?? '']
  return [...new Set(texts.map((text) => text.slice(0, PAD_CELL_LENGTH)).filter(Boolean))]
}

/** Returns at most five parts without duplicates. */
function mergeMatches(matches: PartMatch[][]): PartMatch[] {
  const byPart = new Map(matches.flat().map((match) => [match.productId, match]))
  return [...byPart.values()].slice(0, ALTERNATIVES_MAXIMUM)
}
