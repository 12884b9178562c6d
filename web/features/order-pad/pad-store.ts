import type {
  MatchedRow,
  MatchedRows,
  PadPart,
  PartMatch,
} from '@freehub/contract/order-pad/order-pad'
import { findSavings, type Saving, updateApplied } from '../cart/savings/savings.ts'
import {
  changePartQuantities,
  choosePart,
  createRow,
  describeRows,
  listCartLines,
  type PadRowData,
  type PadRowView,
  type PadSummary,
  type RowGroup,
  setRowQuantity,
  summarize,
} from './row-data.ts'

/** The state of the pad that the tab stores for a reload. */
export interface PadDraft {
  text: string
  rows: PadRowData[]
  parts: PadPart[]
  /** The id of the next row. Ids are never used again, because the idempotency key of an addition depends on them. */
  nextId: number
}

export const EMPTY_PAD: PadDraft = { text: '', rows: [], parts: [], nextId: 1 }

interface PadState {
  text: string
  rows: readonly PadRowData[]
}

/** The rows before an action, and the message after Undo (`label`). */
interface UndoStep {
  label: string
  rows: readonly PadRowData[]
  /** The text in the field before and after rows were read. */
  text?: { before: string; rest: string }
  /** Id of the row whose quantity the user has entered. The next edit of this quantity belongs to the same action. */
  quantityRowId?: number
}

export type PadStore = ReturnType<typeof createPadStore>

const MAX_UNDO_STEPS = 50

/** Holds the pad's rows. Components read single rows, so that few rows render. */
export function createPadStore(draft: PadDraft, customerEmail?: string) {
  const parts = new Map(draft.parts.map((part) => [part.productId, part]))
  const listeners = new Set<() => void>()
  let state: PadState = { text: draft.text, rows: draft.rows }
  let { nextId } = draft
  let undoSteps: UndoStep[] = []
  let views = describeRows(state.rows, parts, new Map())
  let summary = summarize(views.values())
  let filter: RowGroup | null = null
  let savings: { possible: Saving[]; applied: Saving[] } = {
    possible: findSavings(listCartLines(views.values())),
    applied: [],
  }
  let ids = draft.rows.map(({ id }) => id)

  /** Sets the new state and the data derived from it. Ends the filter if the row ids changed. Notifies the components. */
  function publish(next: Partial<PadState>) {
    const hasNewRows = next.rows !== undefined && !haveSameIds(next.rows, state.rows)
    state = { ...state, ...next }
    views = describeRows(state.rows, parts, views)
    summary = summarize(views.values())
    const cartLines = listCartLines(views.values())
    savings = {
      possible: findSavings(cartLines),
      applied: updateApplied(savings.applied, cartLines),
    }
    if (hasNewRows) {
      filter = null
      ids = state.rows.map(({ id }) => id)
    }
    for (const listener of listeners) listener()
  }

  function addUndoStep(label: string, details: Pick<UndoStep, 'text' | 'quantityRowId'> = {}) {
    undoSteps = [...undoSteps, { label, rows: state.rows, ...details }].slice(-MAX_UNDO_STEPS)
  }

  function addParts(added: readonly PadPart[]) {
    for (const part of added) parts.set(part.productId, part)
  }

  /** Adds matched rows. The field then contains `rest`; Undo restores `before`. Returns the counts of the added rows. */
  function addRows(
    cells: string[][],
    { rows: matchedRows, parts: foundParts }: MatchedRows,
    { before, rest }: { before: string; rest: string },
  ): PadSummary['counts'] {
    addParts(foundParts)
    const added = matchedRows.map((matched, index) =>
      createRow(nextId + index, cells[index] ?? [], matched),
    )
    nextId += added.length
    addUndoStep('Rows removed.', { text: { before, rest } })
    publish({ text: rest, rows: [...state.rows, ...added] })
    return summarize(added.map(({ id }) => views.get(id) as PadRowView)).counts
  }

  function changeRow(id: number, change: (row: PadRowData) => PadRowData) {
    const rows = state.rows.map((row) => (row.id === id ? change(row) : row))
    publish({ rows })
  }

  function setQuantity(id: number, quantity: number | null) {
    if (undoSteps.at(-1)?.quantityRowId !== id)
      addUndoStep('Quantity restored.', { quantityRowId: id })
    changeRow(id, (row) => setRowQuantity(row, quantity))
  }

  function selectPart(id: number, { productId }: PartMatch) {
    const part = parts.get(productId)
    if (!part) return
    addUndoStep('Choice undone.')
    changeRow(id, (row) => choosePart(row, part))
  }

  /** Ignores alternatives of a row whose number has been replaced since `searched` was read. */
  function setAlternatives(searched: PadRowData, alternatives: PartMatch[], foundParts: PadPart[]) {
    addParts(foundParts)
    changeRow(searched.id, (row) => (row.cells === searched.cells ? { ...row, alternatives } : row))
  }

  function replaceRow(id: number, cells: string[], matched: MatchedRow, foundParts: PadPart[]) {
    addParts(foundParts)
    addUndoStep('Row restored.')
    changeRow(id, () => createRow(id, cells, matched))
  }

  function confirmQuantities() {
    addUndoStep('Quantities have to be confirmed again.')
    const rows = state.rows.map((row) =>
      row.productId === null ? row : { ...row, isQuantityUnclear: false },
    )
    publish({ rows })
  }

  function applySavings() {
    const taken = savings.possible
    savings = { possible: [], applied: [...savings.applied, ...taken] }
    changeQuantities(taken.map(({ productId, before, after }) => [productId, after - before]))
  }

  function undoSavings() {
    const { applied } = savings
    savings = { ...savings, applied: [] }
    changeQuantities(applied.map(({ productId, before, after }) => [productId, before - after]))
  }

  function changeQuantities(differences: [productId: string, difference: number][]) {
    const byPart = new Map(differences)
    addUndoStep('Quantities restored.')
    publish({ rows: changePartQuantities(views.values(), byPart) })
  }

  function removeAll() {
    addUndoStep('Rows restored.')
    publish({ rows: [] })
  }

  function removeGroup(group: RowGroup) {
    addUndoStep('Rows restored.')
    publish({ rows: state.rows.filter(({ id }) => views.get(id)?.group !== group) })
  }

  function setRemoved(id: number, isRemoved: boolean) {
    if (isRemoved) addUndoStep('Row restored.')
    changeRow(id, (row) => ({ ...row, isRemoved }))
  }

  /** Removes rows after rows were added to the cart. Earlier actions can no longer be undone. */
  function removeRows(shouldRemove: (view: PadRowView) => boolean) {
    undoSteps = []
    publish({ rows: state.rows.filter(({ id }) => !shouldRemove(views.get(id) as PadRowView)) })
  }

  /** Reverts the last action. Returns a message, or undefined if there is nothing to undo. */
  function undo(): string | undefined {
    const step = undoSteps.at(-1)
    if (!step) return undefined
    undoSteps = undoSteps.slice(0, -1)
    const { text, rows } = step
    publish({ rows, text: state.text === text?.rest ? text.before : state.text })
    return step.label
  }

  /** Shows the rows that are now in the group; null shows all rows. These rows stay visible while the user edits them. */
  function setFilter(next: RowGroup | null) {
    filter = next
    ids = [...views.values()]
      .filter(({ row, group }) => next === null || (group === next && !row.isRemoved))
      .map(({ row }) => row.id)
    for (const listener of listeners) listener()
  }

  function getDraft(): PadDraft {
    const used = new Set(
      state.rows.flatMap(({ productId, matches, alternatives }) => [
        productId,
        ...[...matches, ...(alternatives ?? [])].map((match) => match.productId),
      ]),
    )
    return {
      text: state.text,
      rows: state.rows.filter(({ isRemoved }) => !isRemoved),
      parts: [...parts.values()].filter(({ productId }) => used.has(productId)),
      nextId,
    }
  }

  return {
    /** The email of the customer for whom staff enter an order. */
    customerEmail,
    addRows,
    setQuantity,
    selectPart,
    setAlternatives,
    replaceRow,
    confirmQuantities,
    applySavings,
    undoSavings,
    removeAll,
    removeGroup,
    setRemoved,
    removeRows,
    undo,
    setFilter,
    getDraft,
    /** Updates prices and stock of the parts. The parts in `goneParts` are no longer sold. */
    refreshParts(goneParts: readonly PadPart[], foundParts: readonly PadPart[]) {
      addParts(goneParts.map((part) => ({ ...part, isOnSale: false })))
      addParts(foundParts)
      publish({})
    },
    setText: (text: string) => publish({ text }),
    getText: () => state.text,
    getIds: () => ids,
    getFilter: () => filter,
    getView: (id: number) => views.get(id),
    getViews: () => [...views.values()],
    getSavings: () => savings,
    getSummary: (): PadSummary => summary,
    getPart: (productId: string) => parts.get(productId),
    canUndo: () => undoSteps.length > 0,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function haveSameIds(one: readonly PadRowData[], other: readonly PadRowData[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => other[index]?.id === id)
}
