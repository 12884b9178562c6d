import type { VisitorLines } from '@freehub/contract/cart/cart'
import { QUANTITY_MAXIMUM, VISITOR_CART_LINES_MAXIMUM } from '@freehub/contract/constants'
import { tryStorage } from '../../api/storage.ts'

const KEY = 'visitorCart'

/** The cart of a user who is not signed in. The server merges each id once, so each change of the lines gets a new id. */
export interface VisitorCart {
  id: string
  lines: VisitorLines
  /** True if the customer's cart was full. The lines are merged when it has a free line. */
  isWaiting: boolean
}

/** Returns the cart in local storage, or undefined if it is empty. */
export function readVisitorCart(): VisitorCart | undefined {
  const cart = tryStorage(() => JSON.parse(localStorage.getItem(KEY) as string) as VisitorCart)
  const lines = Array.isArray(cart?.lines) ? cart.lines.filter(isLine) : []
  if (!cart || lines.length === 0) return undefined
  return { id: cart.id, lines, isWaiting: cart.isWaiting === true }
}

/** Checks a stored line, because users can edit local storage. One invalid line would make the server refuse the whole cart. */
function isLine(line: VisitorLines[number] | null): boolean {
  const { productId, quantity } = line ?? {}
  return (
    /^[0-9a-f-]{36}$/.test(`${productId}`) &&
    Number.isInteger(quantity) &&
    (quantity as number) > 0 &&
    (quantity as number) <= QUANTITY_MAXIMUM
  )
}

export function countVisitorLines(): number {
  return readVisitorCart()?.lines.length ?? 0
}

const CHANGE_EVENT = 'visitorcart'

/** Calls the listener after changes of this tab and other tabs. */
export function subscribeToVisitorCart(onChange: () => void): () => void {
  addEventListener(CHANGE_EVENT, onChange)
  const unsubscribe = subscribeToOtherTabs(onChange)
  return () => {
    removeEventListener(CHANGE_EVENT, onChange)
    unsubscribe()
  }
}

/** Calls the listener after changes of other tabs. */
export function subscribeToOtherTabs(onChange: () => void): () => void {
  // The key is null after the whole storage was cleared.
  const notify = ({ key }: StorageEvent) => (key === KEY || key === null) && onChange()
  addEventListener('storage', notify)
  return () => removeEventListener('storage', notify)
}

/** Changes the stored lines. Returns false if there would be too many lines, or if the browser blocks the storage. */
export function changeVisitorLines(change: (lines: VisitorLines) => VisitorLines): boolean {
  const lines = change(readVisitorCart()?.lines ?? [])
  if (lines.length > VISITOR_CART_LINES_MAXIMUM) return false
  return writeVisitorLines(lines)
}

/**
 * Removes the merged lines. Lines that have changed since they were sent stay, and so do the lines of `unmergedIds`. If
 * only the latter are left, sets `isWaiting`.
 */
export function removeMergedLines(sent: VisitorLines, unmergedIds: string[]): void {
  const isUnmerged = ({ productId }: VisitorLines[number]) => unmergedIds.includes(productId)
  const isSent = (line: VisitorLines[number]) =>
    sent.some(
      ({ productId, quantity }) => productId === line.productId && quantity === line.quantity,
    )
  const lines = (readVisitorCart()?.lines ?? []).filter((line) => isUnmerged(line) || !isSent(line))
  writeVisitorLines(lines, lines.every(isUnmerged))
}

function writeVisitorLines(lines: VisitorLines, isWaiting = false): boolean {
  const cart: VisitorCart = { id: crypto.randomUUID(), lines, isWaiting }
  const isStored = tryStorage(() => {
    if (lines.length > 0) localStorage.setItem(KEY, JSON.stringify(cart))
    else localStorage.removeItem(KEY)
    return true
  })
  dispatchEvent(new Event(CHANGE_EVENT))
  return isStored ?? false
}
