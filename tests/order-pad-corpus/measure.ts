import { toCodeKey } from '../../contract/order-pad/codes.ts'
import { listKeys } from '../../contract/order-pad/find-codes.ts'
import { findLayout, readRow } from '../../contract/order-pad/layout.ts'
import { splitCells } from '../../contract/order-pad/split-cells.ts'
import { type CorpusPart, listPartCodes, type PartCode } from './corpus-parts.ts'
import { LAYOUT_KINDS, type Layout } from './layouts.ts'
import type { ExpectedRow } from './order-lines.ts'

/** What the order pad returned for a row. */
export interface ActualRow {
  state: ExpectedRow['state']
  /** The part; the alternatives for `choose` and `guess`. */
  skus: string[]
  quantity: number | null
  isUnclear: boolean
}

export interface Fault {
  layout: Layout
  row: number
  cells: string[]
  expected: ExpectedRow
  actual: ActualRow
  /** True if the customer gets another part or quantity without any mark. */
  isSilent: boolean
}

/** Figures of the layouts of one kind. */
export interface Figures {
  kind: string
  layouts: number
  rows: number
  faults: Fault[]
}

/** A row of cells with its result. */
export interface ReadPasteRow {
  cells: string[]
  actual: ActualRow
}

/** Reads pasted text, in memory or by a call, and returns its rows. */
export type ReadPaste = (text: string) => ReadPasteRow[] | Promise<ReadPasteRow[]>

/** Compares the results with the expected ones, per kind of layout. */
export async function measureLayouts(layouts: Layout[], read: ReadPaste): Promise<Figures[]> {
  const figures = LAYOUT_KINDS.map((kind): Figures => ({ kind, layouts: 0, rows: 0, faults: [] }))
  for (const layout of layouts) {
    const figure = figures.find(({ kind }) => kind === layout.kind)
    if (!figure) continue
    const actual = await read(layout.text)
    figure.layouts += 1
    figure.rows += layout.expected.length
    for (let row = 0; row < Math.max(actual.length, layout.expected.length); row++) {
      const fault = compareRow(layout, row, actual[row])
      if (fault) figure.faults.push(fault)
    }
  }
  return figures.filter(({ layouts }) => layouts > 0)
}

const NO_ROW: ExpectedRow = { state: 'skipped', sku: null, quantity: null, isUnclear: false }

function compareRow(
  layout: Layout,
  row: number,
  read: ReadPasteRow | undefined,
): Fault | undefined {
  const expected = layout.expected[row] ?? NO_ROW
  const actual = read?.actual ?? { state: 'skipped', skus: [], quantity: null, isUnclear: false }
  const isPartRight = expected.sku === null || isPartKnown(expected, actual)
  const isQuantityRight =
    expected.state === 'skipped' ||
    (expected.isUnclear ? actual.isUnclear : actual.quantity === expected.quantity)
  const isRight =
    actual.state === expected.state &&
    isPartRight &&
    isQuantityRight &&
    (actual.state === 'skipped' || actual.isUnclear === expected.isUnclear)
  if (isRight) return undefined
  const isMarked =
    actual.state === 'found'
      ? actual.isUnclear || (actual.quantity === null && actual.skus[0] === expected.sku)
      : actual.state !== 'skipped' || expected.state === 'skipped'
  const isHarmless = actual.state === 'found' && actual.skus[0] === expected.sku && isQuantityRight
  return {
    ...{ layout, row, cells: read?.cells ?? [], expected, actual },
    isSilent: !isMarked && !isHarmless,
  }
}

function isPartKnown({ state, sku }: ExpectedRow, { skus }: ActualRow): boolean {
  return state === 'unknown' || state === 'shortened' || (sku !== null && skus.includes(sku))
}

/** Codes are trusted in this order. */
const TRUST = ['own', 'sku', 'gtin', 'superseded', 'competitor'] as const

/** Creates a reader in memory: the parser with the parts' codes in a map. */
export function createMemoryReader(parts: CorpusPart[]): (text: string) => ReadPasteRow[] {
  const codes = new Map<string, PartCode[]>()
  for (const one of listPartCodes(parts)) {
    const key = toCodeKey(one.code)
    codes.set(key, [...(codes.get(key) ?? []), one])
  }
  return (text) => {
    const { rows } = splitCells(text)
    const known = new Set(listKeys(rows).filter((key) => codes.has(key)))
    const isKnown = (key: string) => known.has(key)
    const layout = findLayout(rows, isKnown)
    return rows.map((cells) => {
      const { state, keys, quantity, isQuantityUnclear } = readRow(cells, layout, isKnown)
      const skus = resolveKeys(keys.map((key) => codes.get(key) ?? []))
      const known = skus.length > 1 ? 'choose' : 'found'
      return {
        cells,
        actual: {
          state: state === 'known' ? known : state,
          skus,
          quantity,
          isUnclear: isQuantityUnclear,
        },
      }
    })
  }
}

/** Returns the parts that all keys have in common, else the parts of all keys. */
function resolveKeys(hits: PartCode[][]): string[] {
  const sets = hits.map((found) => {
    const trusted = TRUST.find((kind) => found.some((one) => one.kind === kind))
    return new Set(found.filter(({ kind }) => kind === trusted).map(({ sku }) => sku))
  })
  const all = [...new Set(sets.flatMap((set) => [...set]))]
  const common = all.filter((sku) => sets.every((set) => set.has(sku)))
  return common.length > 0 ? common : all
}

/** Formats a Markdown table: rows, share of right rows, and faults without a mark, by kind. */
export function formatFigures(figures: Figures[]): string {
  const total: Figures = {
    kind: 'All',
    layouts: figures.reduce((sum, { layouts }) => sum + layouts, 0),
    rows: figures.reduce((sum, { rows }) => sum + rows, 0),
    faults: figures.flatMap(({ faults }) => faults),
  }
  const lines = [...figures, total].map(({ kind, layouts, rows, faults }) => {
    const right = ((100 * (rows - faults.length)) / rows).toFixed(2)
    const silent = faults.filter(({ isSilent }) => isSilent).length
    return `| ${kind} | ${layouts} | ${rows} | ${right} % | ${faults.length - silent} | ${silent} |`
  })
  return [
    '| Kind | Layouts | Rows | Right | Wrong, marked | Wrong, not marked |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}
