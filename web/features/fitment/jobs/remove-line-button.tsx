import { useRef } from 'react'
import { RowButton } from '../../../ui/button.tsx'
import { useFocusAfterRemoval } from '../../../ui/lists/use-focus-after-removal.ts'

interface RemoveLineButtonProps {
  name: string
  onRemove: () => void
  /** Called when the last row of the table is removed while its button has the focus. */
  onLastRemoved: () => void
}

/** Removes the line of a job. When its row disappears, the button of the next row takes the focus. */
export function RemoveLineButton({ name, onRemove, onLastRemoved }: RemoveLineButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfterRemoval(button, () => {
    const next = button.current
      ?.closest('tr')
      ?.nextElementSibling?.querySelector<HTMLElement>('td:last-child button')
    if (next) next.focus()
    else onLastRemoved()
  })
  return (
    <RowButton ref={button} row={name} onClick={onRemove}>
      Remove
    </RowButton>
  )
}
