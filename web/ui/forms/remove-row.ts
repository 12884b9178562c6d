import { flushSync } from 'react-dom'

/**
 * Removes the row of a form that contains the pressed button. Moves the focus to the next button: the same one of the
 * next row, or the one that adds a row.
 */
export function removeRow(button: HTMLElement, remove: () => void): void {
  const form = button.closest('form')
  const listButtons = () => [
    ...(form?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? []),
  ]
  const index = listButtons().indexOf(button)
  flushSync(remove)
  listButtons()[index]?.focus()
}
