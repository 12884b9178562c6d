import {
  type Cart,
  type CartLine,
  type ChangedCart,
  cartQuantity,
  cartTotal,
  changeQuantity,
  hasPartOnSale,
  isOrderable,
} from '@freehub/contract/cart/cart'
import { ORDER_LINES_MAXIMUM } from '@freehub/contract/constants'
import { CallError } from '../../api/call-error.ts'
import { createSaveQueue } from './save-queue.ts'
import { findSavings, type Saving, updateApplied } from './savings/savings.ts'

/** Sets the quantity of a line; 0 removes it. `seen` is the saved quantity that the customer saw before. */
export interface SetChange {
  productId: string
  set: number
  seen: number
  /** The unit price that the customer saw for the new quantity, or accepted. */
  seenPriceCents: number
}

interface EditorOptions {
  /** Saves the changes. `shown`: the changed lines as the customer sees them. */
  save: (changes: SetChange[], key: string, shown: CartLine[]) => Promise<ChangedCart>
  /** Called with the saved cart after each successful request. */
  onSaved: (cart: Cart) => void
  /** Called if the cart has changed elsewhere and must be read again. */
  onOutdated: () => void
  /** Time from the last change until it is saved. */
  delayMs?: number
}

/** A line as the customer sees it. A removed line stays, so that the removal can be undone. */
export interface CartRow {
  line: CartLine
  isRemoved: boolean
  /** Why the quantity differs from the one that the customer entered. */
  note: string | undefined
  /** What the customer typed, if it is no quantity. */
  invalidInput: string | undefined
}

export interface CartTotals {
  lineCount: number
  quantity: number
  totalCents: number
  /** Lines that cannot be ordered as they are. They are not part of the quantity and the total. */
  refusedCount: number
}

export type CartEditor = ReturnType<typeof createCartEditor>

/** A change that is not saved yet. */
interface Edit {
  quantity: number
  seen: number
  seenPriceCents: number
}

/** Holds the cart's lines. Shows changes immediately, and saves them together after a delay. */
export function createCartEditor(cart: Cart, options: EditorOptions) {
  /** The last known state of each line. Removed lines stay for Undo. */
  const knownLines = new Map<string, CartLine>()
  const savedQuantities = new Map<string, number>()
  const edits = new Map<string, Edit>()
  const notes = new Map<string, string>()
  const invalidInputs = new Map<string, string>()
  const rows = new Map<string, CartRow>()
  const listeners = new Set<() => void>()
  let ids: string[] = []
  let version = -1
  let totals = computeTotals([])
  let problemLines: CartLine[] = []
  let onSaleIds: string[] = []
  let savings: { possible: Saving[]; applied: Saving[] } = { possible: [], applied: [] }
  let clearedIds: string[] = []
  let error: Error | undefined
  let refusalCount = 0
  const queue = createSaveQueue({
    next: collectChanges,
    save: (changes, key) => options.save(changes, key, changes.map(findShownLine)),
    onSaved: applySaved,
    onRefused: applyRefusal,
    onState(next) {
      error = next
      publish()
    },
    delayMs: options.delayMs ?? 500,
  })

  load(cart)

  /** Shows a cart that was read. Changes that are not saved yet stay. Ignores older versions. */
  function load(newCart: Cart) {
    if (newCart.version < version) return
    version = newCart.version
    savedQuantities.clear()
    for (const line of newCart.lines) {
      knownLines.set(line.productId, line)
      savedQuantities.set(line.productId, line.quantity)
    }
    for (const id of ids) {
      const isKept = savedQuantities.has(id) || edits.has(id) || rows.get(id)?.isRemoved
      if (!isKept) rows.delete(id)
    }
    const addedIds = newCart.lines.map(({ productId }) => productId).filter((id) => !rows.has(id))
    const keptIds = ids.filter((id) => rows.has(id))
    if (addedIds.length > 0 || keptIds.length < ids.length) ids = [...keptIds, ...addedIds]
    ids.forEach(updateRow)
    publish()
  }

  /** Computes a row again. Keeps the object if nothing has changed. */
  function updateRow(id: string) {
    const base = knownLines.get(id) as CartLine
    const edit = edits.get(id)
    const quantity = edit?.quantity ?? savedQuantities.get(id) ?? 0
    const isRemoved = quantity === 0
    const line = isRemoved ? base : changeLine(base, quantity, edit?.seenPriceCents)
    const row = { line, isRemoved, note: notes.get(id), invalidInput: invalidInputs.get(id) }
    const previous = rows.get(id)
    if (!previous || !isSameRow(previous, row)) rows.set(id, row)
  }

  /** Updates the data that are derived from all rows, then notifies the components. */
  function publish() {
    const lines = ids
      .map((id) => rows.get(id) as CartRow)
      .flatMap(({ line, isRemoved }) => (isRemoved ? [] : [line]))
    totals = computeTotals(lines)
    savings = { possible: findSavings(lines), applied: updateApplied(savings.applied, lines) }
    const newProblemLines = lines.filter(({ problems }) => problems.length > 0)
    if (!hasSameItems(newProblemLines, problemLines)) problemLines = newProblemLines
    const newOnSaleIds = lines.filter(hasPartOnSale).map(({ productId }) => productId)
    if (!hasSameItems(newOnSaleIds, onSaleIds)) onSaleIds = newOnSaleIds
    for (const listener of listeners) listener()
  }

  /** Shows the quantity and saves it after the delay; 0 removes the line. */
  function setQuantity(id: string, quantity: number) {
    const row = rows.get(id)
    if (!row) return
    // Undo restores the quantity that was shown.
    if (quantity === 0) knownLines.set(id, row.line)
    edit(id, quantity)
  }

  /** Keeps a typed text that is no quantity. Undefined, or an edit of the line, clears it. */
  function setInvalidInput(id: string, text: string | undefined) {
    if (text === undefined) invalidInputs.delete(id)
    else invalidInputs.set(id, text)
    updateRow(id)
    publish()
  }

  /** Accepts the price on the screen. The line is saved even if its quantity is the same. */
  function acceptPrice(id: string) {
    const line = rows.get(id)?.line
    if (line) edit(id, line.quantity, line.unitPriceCents)
  }

  function undoRemoval(id: string) {
    const line = knownLines.get(id)
    if (line) edit(id, line.quantity)
  }

  function edit(id: string, quantity: number, seenPriceCents?: number) {
    applyEdit(id, quantity, seenPriceCents)
    publish()
    queue.schedule()
  }

  function applyEdit(id: string, quantity: number, acceptedPriceCents?: number) {
    const seen = edits.get(id)?.seen ?? savedQuantities.get(id) ?? 0
    const { line } = rows.get(id) as CartRow
    const { seenPriceCents } = changeQuantity(line, quantity, acceptedPriceCents)
    edits.set(id, { quantity, seen, seenPriceCents })
    notes.delete(id)
    invalidInputs.delete(id)
    updateRow(id)
  }

  /** Raises the quantities of all lines that cost less in a larger quantity. Saves them in one request. */
  function applySavings() {
    const { possible, applied } = savings
    for (const { productId, after } of possible) applyEdit(productId, after)
    savings = { possible: [], applied: [...applied, ...possible] }
    publish()
    void queue.flush()
  }

  /** Restores the quantities before `applySavings`. Lines that have changed since then stay. */
  function undoSavings() {
    for (const { productId, before } of savings.applied) applyEdit(productId, before)
    publish()
    void queue.flush()
  }

  /** Removes all lines, and saves that in one request. */
  function clear() {
    clearedIds = ids.filter((id) => !rows.get(id)?.isRemoved)
    for (const id of clearedIds) {
      knownLines.set(id, (rows.get(id) as CartRow).line)
      applyEdit(id, 0)
    }
    publish()
    void queue.flush()
  }

  /** Restores the lines that `clear` has removed. Lines that are back already stay as they are. */
  function undoClear() {
    const removedIds = clearedIds.filter((id) => rows.get(id)?.isRemoved)
    for (const id of removedIds) applyEdit(id, (knownLines.get(id) as CartLine).quantity)
    clearedIds = []
    publish()
    void queue.flush()
  }

  /** Saves all changes now. Returns false if that fails, or if the server refuses a line. */
  async function saveAllLines(): Promise<boolean> {
    const before = refusalCount
    return (await queue.flush()) && refusalCount === before
  }

  function collectChanges(): SetChange[] | undefined {
    for (const [id, edit] of edits) if (isSaved(id, edit)) edits.delete(id)
    const changes = [...edits].slice(0, ORDER_LINES_MAXIMUM)
    if (changes.length === 0) return undefined
    return changes.map(([productId, { quantity: set, ...seen }]) => ({ productId, set, ...seen }))
  }

  /** True if the saved line already has the quantity and the seen price of the edit. */
  function isSaved(id: string, { quantity, seenPriceCents }: Edit): boolean {
    const saved = savedQuantities.get(id) ?? 0
    if (quantity === 0 || quantity !== saved) return quantity === saved
    return changeLine(knownLines.get(id) as CartLine, saved).seenPriceCents === seenPriceCents
  }

  const findShownLine = ({ productId }: SetChange) => (rows.get(productId) as CartRow).line

  /** Applies the server's response to the sent changes. Edits that the user has made since then stay. */
  function applySaved(changes: SetChange[], changed: ChangedCart) {
    const isOutdated = changed.version > version + 1
    version = Math.max(version, changed.version)
    for (const line of changed.lines) knownLines.set(line.productId, line)
    for (const { productId, set, seenPriceCents } of changes) {
      const quantity = changed.lines.find((line) => line.productId === productId)?.quantity ?? 0
      setSavedQuantity(productId, quantity)
      const edit = edits.get(productId)
      if (edit?.quantity === set && edit.seenPriceCents === seenPriceCents) edits.delete(productId)
      else if (edit) edits.set(productId, { ...edit, seen: quantity })
      updateRow(productId)
    }
    publish()
    const lines = listSavedLines()
    options.onSaved({ version, totalCents: cartTotal(lines), lines })
    // Another device, or a part added from the fit check, has changed lines that this response does not contain.
    if (isOutdated || changed.lineCount !== lines.length) options.onOutdated()
  }

  function setSavedQuantity(id: string, quantity: number) {
    if (quantity > 0) savedQuantities.set(id, quantity)
    else savedQuantities.delete(id)
  }

  /** Returns the lines as they are saved, without unsaved edits. */
  function listSavedLines(): CartLine[] {
    return ids.flatMap((id) => {
      const quantity = savedQuantities.get(id)
      const line = knownLines.get(id) as CartLine
      return quantity ? [changeLine(line, quantity)] : []
    })
  }

  /**
   * Discards the changes of refused lines and shows the reasons. If the server names no lines, discards all changes
   * of the request, except for `TEMPORARY_STATUSES`. Returns true if other changes can be saved now.
   */
  function applyRefusal(changes: SetChange[], cause: Error): boolean {
    const { status = 0, problem } = cause instanceof CallError ? cause : {}
    const refusedLines = (problem?.lines ?? []).filter(({ productId }) => edits.has(productId))
    for (const { productId, code, detail, line } of refusedLines) {
      if (line) knownLines.set(productId, line)
      if (code === 'line_changed') setSavedQuantity(productId, line?.quantity ?? 0)
      notes.set(productId, detail)
      discardEdit(productId)
    }
    refusalCount += refusedLines.length
    if (refusedLines.length > 0) options.onOutdated()
    else if (!TEMPORARY_STATUSES.includes(status)) {
      for (const { productId } of changes) discardEdit(productId)
    }
    return refusedLines.length > 0
  }

  function discardEdit(id: string) {
    edits.delete(id)
    updateRow(id)
  }

  return {
    load,
    setQuantity,
    setInvalidInput,
    acceptPrice,
    undoRemoval,
    applySavings,
    undoSavings,
    clear,
    undoClear,
    /** Saves all changes now. Returns false if that fails. */
    flush: queue.flush,
    saveAllLines,
    hasChanges: () => edits.size > 0 || queue.hasRequest(),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    getIds: () => ids,
    getRow: (id: string) => rows.get(id),
    getTotals: () => totals,
    isEmpty: () => totals.lineCount === 0,
    /** Returns the ids of the lines whose parts are still on sale, without removed lines. */
    getOnSaleIds: () => onSaleIds,
    getProblemLines: () => problemLines,
    getSavings: () => savings,
    /** Returns the ids of the lines that `clear` has removed. Empty after Undo. */
    getClearedIds: () => clearedIds,
    getError: () => error,
  }
}

/** Statuses of a signed-out user and of too many requests. Changes can be saved later. */
const TEMPORARY_STATUSES = [401, 403, 429]

/** Computes the totals of lines. `refusedCount` is the number of lines that cannot be ordered. */
function computeTotals(lines: CartLine[]): CartTotals {
  return {
    lineCount: lines.length,
    quantity: cartQuantity(lines),
    totalCents: cartTotal(lines),
    refusedCount: lines.filter((line) => !isOrderable(line)).length,
  }
}

/** Like `changeQuantity`, but keeps the object if nothing changes. */
function changeLine(line: CartLine, quantity: number, seenPriceCents?: number): CartLine {
  const isSamePrice = (seenPriceCents ?? line.seenPriceCents) === line.seenPriceCents
  return quantity === line.quantity && isSamePrice
    ? line
    : changeQuantity(line, quantity, seenPriceCents)
}

function isSameRow(a: CartRow, b: CartRow): boolean {
  if (a.isRemoved !== b.isRemoved || a.note !== b.note) return false
  if (a.invalidInput !== b.invalidInput) return false
  return a.line === b.line || JSON.stringify(a.line) === JSON.stringify(b.line)
}

function hasSameItems<T>(a: T[], b: T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
