import type { FormEvent } from 'react'
import { flushSync } from 'react-dom'

/** Shows the errors of a submitted form, and focuses its first invalid field. */
export function showErrors({ currentTarget: form }: FormEvent, show: () => void): void {
  flushSync(show)
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
