import {
  type CartLine,
  describeLine,
  findBlockingProblem,
  isSoldOutLine,
} from '@freehub/contract/cart/cart'
import { roundUpQuantity } from '@freehub/contract/catalog/prices'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import type { MatchedRow, PadPart, PartMatch } from '@freehub/contract/order-pad/order-pad'
import { isFormula } from './split-paste.ts'

/** A row of the pad. */
export interface PadRowData {
  id: number
  /** The cells as they were pasted or typed. */
  cells: string[]
  /** The result of the server. It does not change when the user chooses a part. */
  state: MatchedRow['state']
  skipReason: MatchedRow['skipReason']
  code: string | null
  name: string | null
  matches: PartMatch[]
  /** Similar parts. Null if the user has not asked for them. */
  alternatives: PartMatch[] | null
  /** The part that was found, or that the user has chosen. */
  productId: string | null
  quantity: number | null
  isQuantityAssumed: boolean
  /** True if the user has to confirm the quantity. */
  isQuantityUnclear: boolean
  quantityText: string | null
  /** True if the user has chosen the part. The user can then save the row's number as an own number. */
  isChosen: boolean
  /** True if the row was removed. It stays until rows are added to the cart, so that Undo can restore it. */
  isRemoved: boolean
}

/**
 * - `found`: the row can be added to the cart.
 * - `invalidQuantity`: the part cannot be ordered in this quantity.
 * - `soldOut`: the stock is too small for any quantity.
 * - `choose`: the user has to choose one of several parts.
 * - `confirm`: the user has to confirm the part, or an unclear quantity.
 * - `unknown`: the user has to correct the code, which may be shortened.
 * - `skipped`: the row orders no part, such as a heading.
 */
const ROW_GROUPS = [
  'found',
  'invalidQuantity',
  'soldOut',
  'choose',
  'confirm',
  'unknown',
  'skipped',
] as const

export type RowGroup = (typeof ROW_GROUPS)[number]

/** A row as the screen shows it. */
export interface PadRowView {
  row: PadRowData
  group: RowGroup
  /** The part of the row, or the first guess. */
  part: PadPart | undefined
  /** Price, advice and problems for `partQuantity`. */
  cartLine: CartLine | undefined
  /** The total quantity of the part in all rows. It decides the price, because the cart has one line for the part. */
  partQuantity: number
  /** True if a row above counts towards the same part. */
  isRepeated: boolean
}

export type PadParts = ReadonlyMap<string, PadPart>

/** Creates a row from its cells and the server's matches. Chooses the part if only one matches. */
export function createRow(id: number, cells: string[], matched: MatchedRow): PadRowData {
  return {
    ...matched,
    id,
    cells,
    isQuantityUnclear:
      matched.isQuantityUnclear || (matched.isQuantityAssumed && cells.some(isFormula)),
    alternatives: null,
    isChosen: false,
    isRemoved: false,
    productId: (matched.state === 'found' && matched.matches[0]?.productId) || null,
  }
}

/** Chooses the part of a row. A missing quantity becomes the smallest that can be ordered. */
export function choosePart(row: PadRowData, part: PadPart): PadRowData {
  return {
    ...row,
    productId: part.productId,
    quantity: row.quantity ?? roundUpQuantity(part, 0),
    isQuantityAssumed: row.quantity === null || row.isQuantityAssumed,
    isChosen: true,
  }
}

/** Returns the parts to choose from: the server's matches, then alternatives. Empty if the row has a part. */
export function listOptions({ productId, state, matches, alternatives }: PadRowData): PartMatch[] {
  if (productId !== null) return []
  const offered = state === 'choose' || state === 'guess' ? matches : []
  const isOffered = ({ productId }: PartMatch) =>
    offered.some((match) => match.productId === productId)
  return [...offered, ...(alternatives ?? []).filter((match) => !isOffered(match))]
}

export const OPTION_KEY_COUNT = 5

/** Returns the position of the option for Alt+1 to Alt+5, from 0. Undefined for other keys. */
export function readOptionKey({
  code,
  altKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>): number | undefined {
  const digit = Number(/^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? 0)
  const isOptionKey = digit >= 1 && digit <= OPTION_KEY_COUNT
  return isOptionKey && altKey && !ctrlKey && !metaKey ? digit - 1 : undefined
}

export function setRowQuantity(row: PadRowData, quantity: number | null): PadRowData {
  return { ...row, quantity, isQuantityAssumed: false, isQuantityUnclear: false }
}

/** Returns the views of all rows. Unchanged views stay the same objects, so that a keystroke renders few rows. */
export function describeRows(
  rows: readonly PadRowData[],
  parts: PadParts,
  previous: ReadonlyMap<number, PadRowView>,
): Map<number, PadRowView> {
  const quantities = new Map<string, number>()
  for (const row of rows.filter(isCounted)) {
    const id = row.productId as string
    quantities.set(id, (quantities.get(id) ?? 0) + (row.quantity as number))
  }
  const seen = new Set<string>()
  return new Map(
    rows.map((row) => {
      const id = row.productId ?? (row.state === 'guess' && row.matches[0]?.productId)
      const part = id ? parts.get(id) : undefined
      const isRepeated = isCounted(row) && seen.has(id as string)
      if (isCounted(row)) seen.add(id as string)
      const partQuantity = Math.min(findTotal(row, quantities), QUANTITY_MAXIMUM)
      const before = previous.get(row.id)
      const isSame =
        before?.row === row &&
        before.part === part &&
        before.partQuantity === partQuantity &&
        before.isRepeated === isRepeated
      return [row.id, isSame ? before : describeRow(row, part, partQuantity, isRepeated)]
    }),
  )
}

/** True if the row counts towards the total quantity of its part. An unclear quantity counts once it is confirmed. */
function isCounted(row: PadRowData): boolean {
  return !row.isRemoved && row.productId !== null && Boolean(row.quantity) && !row.isQuantityUnclear
}

/** Returns the total quantity of the row's part; for an unclear quantity, the total after its confirmation. */
function findTotal(row: PadRowData, quantities: ReadonlyMap<string, number>): number {
  const counted = quantities.get(row.productId ?? '') ?? 0
  if (isCounted(row)) return counted
  const isConfirmable = row.isQuantityUnclear && !row.isRemoved && row.quantity !== null
  return (row.quantity ?? 0) + (isConfirmable ? counted : 0)
}

function describeRow(
  row: PadRowData,
  part: PadPart | undefined,
  partQuantity: number,
  isRepeated: boolean,
): PadRowView {
  const cartLine = part && partQuantity > 0 ? describeLine(part, partQuantity) : undefined
  return { row, group: findGroup(row, cartLine), part, cartLine, partQuantity, isRepeated }
}

/** Returns the group of a row: what the user has to do before the row can be added to the cart. */
function findGroup(row: PadRowData, cartLine: CartLine | undefined): RowGroup {
  const { productId, state, isQuantityUnclear } = row
  if (productId === null) {
    if (state === 'guess') return 'confirm'
    return state === 'choose' || state === 'skipped' ? state : 'unknown'
  }
  if (isQuantityUnclear) return 'confirm'
  if (cartLine && isSoldOutLine(cartLine)) return 'soldOut'
  return !cartLine || findBlockingProblem(cartLine) ? 'invalidQuantity' : 'found'
}

export interface PadSummary {
  counts: Record<RowGroup, number>
  /** Number of rows that are not removed. */
  rowCount: number
  quantity: number
  /** The total of the rows that can be added to the cart. */
  totalCents: number
  /** Number of rows with an unclear quantity of a known part. */
  unclearCount: number
}

export function summarize(views: Iterable<PadRowView>): PadSummary {
  const counts = Object.fromEntries(ROW_GROUPS.map((group) => [group, 0])) as PadSummary['counts']
  const summary = { rowCount: 0, quantity: 0, totalCents: 0, unclearCount: 0 }
  for (const { row, group, cartLine } of views) {
    if (row.isRemoved) continue
    counts[group] += 1
    summary.rowCount += 1
    if (row.productId !== null && group === 'confirm') summary.unclearCount += 1
    if (group !== 'found' || !cartLine) continue
    const quantity = row.quantity ?? 0
    summary.quantity += quantity
    summary.totalCents += quantity * cartLine.unitPriceCents
  }
  return { ...summary, counts }
}

/**
 * Returns the cart line of each part whose first row can be added to the cart. Its quantity is the total of all rows of
 * the part, without unclear quantities.
 */
export function listCartLines(views: Iterable<PadRowView>): CartLine[] {
  return Array.from(views).flatMap(({ row, group, cartLine, isRepeated }) =>
    cartLine && group === 'found' && !row.isRemoved && !isRepeated ? [cartLine] : [],
  )
}

/**
 * Returns the rows after the quantities of parts have changed by these differences. If several rows have the part,
 * changes the first row.
 */
export function changePartQuantities(
  views: Iterable<PadRowView>,
  differences: ReadonlyMap<string, number>,
): PadRowData[] {
  return Array.from(views, ({ row, group, isRepeated }) => {
    const difference = differences.get(row.productId ?? '')
    if (difference === undefined || row.isRemoved || group !== 'found' || isRepeated) return row
    return setRowQuantity(row, (row.quantity ?? 0) + difference)
  })
}

/** Returns the sum of the quantities by part, for the rows in these groups. */
export function sumUpParts(
  views: Iterable<PadRowView>,
  groups: readonly RowGroup[],
): { productId: string; quantity: number }[] {
  const quantities = new Map<string, number>()
  for (const { row, group } of views) {
    if (row.isRemoved || !groups.includes(group) || !row.productId || !row.quantity) continue
    quantities.set(row.productId, (quantities.get(row.productId) ?? 0) + row.quantity)
  }
  return Array.from(quantities, ([productId, quantity]) => ({ productId, quantity }))
}

/** True if the row was added to the cart and not edited since. An edited row stays in the pad. */
export function isAddedUnchanged(row: PadRowData, added: PadRowData | undefined): boolean {
  return added?.productId === row.productId && added.quantity === row.quantity
}

/**
 * Returns whether a row leaves the pad when rows are added to the cart. True for removed rows, and for skipped rows
 * that cannot be a part or have no quantity.
 */
export function isDisposable({ row, group }: PadRowView): boolean {
  const { skipReason, cells } = row
  const hasNoQuantity = skipReason === 'noQuantity' && !cells.some(isFormula)
  const isNoPart = skipReason === 'heading' || skipReason === 'total' || hasNoQuantity
  const mayBePart = !isNoPart && cells.some((cell) => /\d/.test(cell))
  return row.isRemoved || (group === 'skipped' && !mayBePart)
}
