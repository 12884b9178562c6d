import type { MouseEvent } from 'react'

/** Moves the focus to the main element before the pressed button is removed. */
export function focusMain({ currentTarget }: MouseEvent): void {
  currentTarget.closest('main')?.focus({ preventScroll: true })
}
