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
  createLine,
  describeLines,
  type LineGroup,
  listPriced,
  type PadLine,
  type PadLineView,
  type PadSummary,
  setLineQuantity,
  summarize,
} from './pad-lines.ts'

/** What the tab keeps over a reload. */
export interface PadDraft {
  text: string
  lines: PadLine[]
  parts: PadPart[]
}

interface PadState {
  text: string
  lines: readonly PadLine[]
}

/** The rows before an action. */
interface UndoStep {
  label: string
  lines: readonly PadLine[]
  /** What the field contained before and after rows were read. */
  text?: { before: string; rest: string }
  /** The row whose quantity the user has entered. Its next edit is part of the same action. */
  quantityOf?: number
}

export type PadStore = ReturnType<typeof createPadStore>

/** The number of actions that can be undone. */
const UNDO_STEPS = 50

/** Holds the rows of the order pad. Components subscribe to single rows, so that a change renders few of them. */
export function createPadStore(draft: PadDraft, client?: string) {
  const parts = new Map(draft.parts.map((part) => [part.productId, part]))
  const listeners = new Set<() => void>()
  let state: PadState = { text: draft.text, lines: draft.lines }
  let nextId = Math.max(0, ...draft.lines.map(({ id }) => id)) + 1
  let undoSteps: UndoStep[] = []
  let views = describeLines(state.lines, parts, new Map())
  let summary = summarize(views.values())
  let filter: LineGroup | null = null
  let savings: { possible: Saving[]; applied: Saving[] } = {
    possible: findSavings(listPriced(views.values())),
    applied: [],
  }
  let ids = draft.lines.map(({ id }) => id)

  function publish(next: Partial<PadState>) {
    const hasNewRows = next.lines !== undefined && !hasSameIds(next.lines, state.lines)
    state = { ...state, ...next }
    views = describeLines(state.lines, parts, views)
    summary = summarize(views.values())
    const priced = listPriced(views.values())
    savings = { possible: findSavings(priced), applied: updateApplied(savings.applied, priced) }
    if (hasNewRows) {
      filter = null
      ids = state.lines.map(({ id }) => id)
    }
    for (const listener of listeners) listener()
  }

  function remember(label: string, details: Pick<UndoStep, 'text' | 'quantityOf'> = {}) {
    undoSteps = [...undoSteps, { label, lines: state.lines, ...details }].slice(-UNDO_STEPS)
  }

  function addParts(added: readonly PadPart[]) {
    for (const part of added) parts.set(part.productId, part)
  }

  /**
   * Adds the rows that were read. The field keeps `rest`, and gets `before` back if this is undone. Returns the
   * number of added rows in each group.
   */
  function addRows(
    cells: string[][],
    { rows, parts: found }: MatchedRows,
    { before, rest }: { before: string; rest: string },
  ): PadSummary['counts'] {
    addParts(found)
    const added = rows.map((row, index) => createLine(nextId + index, cells[index] ?? [], row))
    nextId += added.length
    remember('Rows removed.', { text: { before, rest } })
    publish({ text: rest, lines: [...state.lines, ...added] })
    return summarize(added.map(({ id }) => views.get(id) as PadLineView)).counts
  }

  function changeLine(id: number, change: (line: PadLine) => PadLine) {
    const lines = state.lines.map((line) => (line.id === id ? change(line) : line))
    publish({ lines })
  }

  function setQuantity(id: number, quantity: number | null) {
    if (undoSteps.at(-1)?.quantityOf !== id) remember('Quantity restored.', { quantityOf: id })
    changeLine(id, (line) => setLineQuantity(line, quantity))
  }

  function takePart(id: number, { productId }: PartMatch) {
    const part = parts.get(productId)
    if (!part) return
    remember('Choice undone.')
    changeLine(id, (line) => choosePart(line, part))
  }

  function setAlternatives(id: number, alternatives: PartMatch[], found: PadPart[]) {
    addParts(found)
    changeLine(id, (line) => ({ ...line, alternatives }))
  }

  /** Replaces a row that the user has edited. */
  function replaceRow(id: number, cells: string[], row: MatchedRow, found: PadPart[]) {
    addParts(found)
    remember('Row restored.')
    changeLine(id, () => createLine(id, cells, row))
  }

  function confirmQuantities() {
    remember('Quantities have to be confirmed again.')
    const lines = state.lines.map((line) =>
      line.productId === null ? line : { ...line, isQuantityUnclear: false },
    )
    publish({ lines })
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
    remember('Quantities restored.')
    publish({ lines: changePartQuantities(views.values(), byPart) })
  }

  function removeAll() {
    remember('Rows restored.')
    publish({ lines: [] })
  }

  function setRemoved(id: number, isRemoved: boolean) {
    if (isRemoved) remember('Row restored.')
    changeLine(id, (line) => ({ ...line, isRemoved }))
  }

  /** Removes rows that are in the cart now. Earlier actions cannot be undone any more. */
  function removeRows(isDone: (view: PadLineView) => boolean) {
    undoSteps = []
    publish({ lines: state.lines.filter(({ id }) => !isDone(views.get(id) as PadLineView)) })
  }

  /** Reverts the last action. Returns a message, undefined if there is nothing to undo. */
  function undo(): string | undefined {
    const step = undoSteps.at(-1)
    if (!step) return undefined
    undoSteps = undoSteps.slice(0, -1)
    const { text, lines } = step
    publish({ lines, text: state.text === text?.rest ? text.before : state.text })
    return step.label
  }

  /** Shows the rows that are in the group now. They stay visible while the user edits them. */
  function setFilter(next: LineGroup | null) {
    filter = next
    ids = [...views.values()]
      .filter(({ line, group }) => next === null || (group === next && !line.isRemoved))
      .map(({ line }) => line.id)
    for (const listener of listeners) listener()
  }

  function getDraft(): PadDraft {
    const used = new Set(
      state.lines.flatMap(({ productId, matches, alternatives }) => [
        productId,
        ...[...matches, ...(alternatives ?? [])].map((match) => match.productId),
      ]),
    )
    return {
      text: state.text,
      lines: state.lines.filter(({ isRemoved }) => !isRemoved),
      parts: [...parts.values()].filter(({ productId }) => used.has(productId)),
    }
  }

  return {
    /** The email of the customer for whom staff enter an order. */
    client,
    addRows,
    setQuantity,
    takePart,
    setAlternatives,
    replaceRow,
    confirmQuantities,
    applySavings,
    undoSavings,
    removeAll,
    setRemoved,
    removeRows,
    undo,
    setFilter,
    getDraft,
    /** Takes over current prices and stock. The parts of `gone` are no longer sold. */
    refreshParts(gone: readonly PadPart[], found: readonly PadPart[]) {
      addParts(gone.map((part) => ({ ...part, isOnSale: false })))
      addParts(found)
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

function hasSameIds(one: readonly PadLine[], other: readonly PadLine[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => other[index]?.id === id)
}
