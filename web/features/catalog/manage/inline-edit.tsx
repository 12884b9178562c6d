import { Pencil } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type EditableNumber, InlineNumberForm } from './inline-number-form.tsx'

/** A number that turns into a field when pressed. Enter saves, Escape cancels. */
export function InlineEdit({ children, ...number }: EditableNumber & { children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const shouldRestoreFocus = useRef(false)

  function close(restoreFocus: boolean) {
    shouldRestoreFocus.current = restoreFocus
    setOpen(false)
  }

  if (isOpen) return <InlineNumberForm {...number} onClose={close} />
  return (
    <button
      ref={(element) => {
        if (element && shouldRestoreFocus.current) element.focus()
        shouldRestoreFocus.current = false
      }}
      type="button"
      className="in-place"
      aria-label={`${number.label} ${number.displayText}, change`}
      aria-describedby={number.describedBy}
      onClick={() => setOpen(true)}
    >
      <span>{children ?? number.displayText}</span>
      <Pencil className="ic" aria-hidden="true" />
    </button>
  )
}
