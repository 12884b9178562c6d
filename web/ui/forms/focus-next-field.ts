/** Moves the focus to the next or previous field that matches the selector, and selects its text. */
export function focusNextField(field: HTMLInputElement, selector: string, step: 1 | -1 = 1): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>(selector)]
  const next = fields[fields.indexOf(field) + step]
  next?.focus()
  next?.select()
}
