import { PARTS_FOUND } from './finder-ids.ts'

/** What had the focus is about to go: it moves to the parts. */
export function focusPartsFound() {
  document.getElementById(PARTS_FOUND)?.focus({ preventScroll: true })
}
