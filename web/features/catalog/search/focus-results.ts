import { RESULTS_ID } from './element-ids.ts'

/** Moves the focus to the results when the focused element is about to be removed. */
export function focusResults() {
  document.getElementById(RESULTS_ID)?.focus({ preventScroll: true })
}
