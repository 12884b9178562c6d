import { Pencil } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type EditedNumber, NumberInPlace } from './number-in-place.tsx'

/** A number that is changed where it stands: pressed, it is a field; Enter saves it, Escape leaves it. */
export function EditInPlace({ children, ...number }: EditedNumber & { children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)

  function close(withFocus: boolean) {
    hadFocus.current = withFocus
    setOpen(false)
  }

  if (isOpen) return <NumberInPlace {...number} onClose={close} />
  return (
    <button
      ref={(element) => {
        button.current = element
        // Back from the field, the focus is where it was.
        if (element && hadFocus.current) element.focus()
        hadFocus.current = false
      }}
      type="button"
      className="in-place"
      aria-label={`${number.label} ${number.shown}, change`}
      aria-describedby={number.describedBy}
      onClick={() => setOpen(true)}
    >
      <span>{children ?? number.shown}</span>
      <Pencil className="ic" aria-hidden="true" />
    </button>
  )
}
