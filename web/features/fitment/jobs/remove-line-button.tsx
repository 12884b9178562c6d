import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
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
    const { current } = button
    const table = current?.closest('table')
    const buttons = [...(table?.querySelectorAll<HTMLButtonElement>('.remove-line') ?? [])]
    const next = current && buttons[buttons.indexOf(current) + 1]
    if (next) next.focus()
    else onLastRemoved()
  })
  return (
    <button
      ref={button}
      type="button"
      className="tool remove-line"
      aria-label={`Remove: ${name}`}
      title="Remove"
      onClick={onRemove}
    >
      <Trash2 className="ic" aria-hidden="true" />
    </button>
  )
}
