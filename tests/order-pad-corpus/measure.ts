import { toCodeKey } from '../../contract/order-pad/codes.ts'
import { listCellKeys, listTextKeys } from '../../contract/order-pad/find-codes.ts'
import { findLayout } from '../../contract/order-pad/layout.ts'
import { parseRow } from '../../contract/order-pad/parse-row.ts'
import { splitCells } from '../../contract/order-pad/split-cells.ts'
import { CODE_KINDS } from '../../server/features/order-pad/look-up-keys.ts'
import { type CorpusPart, listPartCodes, type PartCode } from './corpus-parts.ts'
import type { ExpectedRow } from './expected-row.ts'
import { LIST_KINDS, type PastedList } from './pasted-lists.ts'

/** The result of the order pad for a row. */
export interface ActualRow {
  state: ExpectedRow['state']
  /** The SKU of the part. For `choose` and `guess`, the SKUs of all options. */
  skus: string[]
  quantity: number | null
  isUnclear: boolean
}

export interface WrongRow {
  list: PastedList
  row: number
  cells: string[]
  expected: ExpectedRow
  actual: ActualRow
  /** True if the customer gets another part or quantity without a question. */
  isSilent: boolean
}

/** The accuracy for the lists of one kind. */
export interface Accuracy {
  kind: string
  lists: number
  rows: number
  wrongRows: WrongRow[]
}

/** A row of cells with its result. */
export interface RowResult {
  cells: string[]
  actual: ActualRow
}

/** Reads pasted text in memory or with a call. Returns its rows. */
export type PasteReader = (text: string) => RowResult[] | Promise<RowResult[]>

/** Compares the results with the expected ones, by kind of list. */
export async function measureLists(lists: PastedList[], read: PasteReader): Promise<Accuracy[]> {
  const accuracies = LIST_KINDS.map(
    (kind): Accuracy => ({ kind, lists: 0, rows: 0, wrongRows: [] }),
  )
  for (const list of lists) {
    const accuracy = accuracies.find(({ kind }) => kind === list.kind)
    if (!accuracy) continue
    const actual = await read(list.text)
    accuracy.lists += 1
    accuracy.rows += list.expected.length
    for (let row = 0; row < Math.max(actual.length, list.expected.length); row++) {
      const wrongRow = compareRow(list, row, actual[row])
      if (wrongRow) accuracy.wrongRows.push(wrongRow)
    }
  }
  return accuracies.filter(({ lists }) => lists > 0)
}

const NO_ROW: ExpectedRow = { state: 'skipped', sku: null, quantity: null, isUnclear: false }

function compareRow(
  list: PastedList,
  row: number,
  result: RowResult | undefined,
): WrongRow | undefined {
  const expected = list.expected[row] ?? NO_ROW
  const actual = result?.actual ?? { state: 'skipped', skus: [], quantity: null, isUnclear: false }
  const isPartRight = expected.sku === null || isPartAsExpected(expected, actual)
  const isQuantityRight =
    expected.state === 'skipped' ||
    (expected.isUnclear ? actual.isUnclear : actual.quantity === expected.quantity)
  const isRight =
    actual.state === expected.state &&
    isPartRight &&
    isQuantityRight &&
    (actual.state === 'skipped' || actual.isUnclear === expected.isUnclear)
  if (isRight) return undefined
  // The pad asks the customer about each row that is neither `found` nor `skipped`. About a found row, the pad asks if
  // the quantity is unclear or missing.
  const asksCustomer =
    actual.state === 'found'
      ? actual.isUnclear || (actual.quantity === null && actual.skus[0] === expected.sku)
      : actual.state !== 'skipped' || expected.state === 'skipped'
  const isHarmless = actual.state === 'found' && actual.skus[0] === expected.sku && isQuantityRight
  return {
    list,
    row,
    cells: result?.cells ?? [],
    expected,
    actual,
    isSilent: !asksCustomer && !isHarmless,
  }
}

/** True if the pad found the part, or the row names no part of the catalog. */
function isPartAsExpected({ state, sku }: ExpectedRow, { skus }: ActualRow): boolean {
  return state === 'unknown' || state === 'shortened' || (sku !== null && skus.includes(sku))
}

/** Creates a reader that runs the parser without a server. It looks up codes in a map. */
export function createMemoryReader(parts: CorpusPart[]): (text: string) => RowResult[] {
  const codes = new Map<string, PartCode[]>()
  for (const one of listPartCodes(parts)) {
    const key = toCodeKey(one.code)
    codes.set(key, [...(codes.get(key) ?? []), one])
  }
  return (text) => {
    const { rows } = splitCells(text)
    const cellKeys = listCellKeys(rows)
    const known = new Set([...cellKeys.values()].flat().filter((key) => codes.has(key)))
    const isKnown = (key: string) => known.has(key)
    for (const key of listTextKeys(rows, cellKeys, isKnown)) if (codes.has(key)) known.add(key)
    const layout = findLayout(rows, isKnown)
    return rows.map((cells) => {
      const { state, keys, quantity, isQuantityUnclear } = parseRow(cells, layout, isKnown)
      const skus = resolveKeys(keys.map((key) => codes.get(key) ?? []))
      return {
        cells,
        actual: {
          state: state !== 'known' ? state : skus.length > 1 ? 'choose' : 'found',
          skus,
          quantity,
          isUnclear: isQuantityUnclear,
        },
      }
    })
  }
}

/** Returns the parts that all keys have in common, else the parts of all keys. The most trusted kind of a key counts. */
function resolveKeys(hits: PartCode[][]): string[] {
  const sets = hits.map((found) => {
    const mostTrustedKind = CODE_KINDS.find((kind) => found.some((one) => one.kind === kind))
    return new Set(found.filter(({ kind }) => kind === mostTrustedKind).map(({ sku }) => sku))
  })
  const all = [...new Set(sets.flatMap((set) => [...set]))]
  const common = all.filter((sku) => sets.every((set) => set.has(sku)))
  return common.length > 0 ? common : all
}

/** Formats a Markdown table by kind: rows, share of right rows, wrong rows that are not silent, and silent ones. */
export function formatAccuracy(accuracies: Accuracy[]): string {
  const total: Accuracy = {
    kind: 'All',
    lists: accuracies.reduce((sum, { lists }) => sum + lists, 0),
    rows: accuracies.reduce((sum, { rows }) => sum + rows, 0),
    wrongRows: accuracies.flatMap(({ wrongRows }) => wrongRows),
  }
  const lines = [...accuracies, total].map(({ kind, lists, rows, wrongRows }) => {
    const right = ((100 * (rows - wrongRows.length)) / rows).toFixed(2)
    const silent = wrongRows.filter(({ isSilent }) => isSilent).length
    return `| ${kind} | ${lists} | ${rows} | ${right} % | ${wrongRows.length - silent} | ${silent} |`
  })
  return [
    '| Kind | Lists | Rows | Right | Wrong, not silent | Wrong, silent |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}
