import { Pencil } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { NumberInPlace } from './number-in-place.tsx'

/** One number of a part, and how it is changed. */
export interface EditedNumber {
  /** What it is: `Price`. */
  label: string
  /** As it is shown, and as one begins to type. */
  shown: string
  typed: string
  /** Whose it is: the id of an element that names it. */
  describedBy: string
  inputMode: 'decimal' | 'numeric'
  /** The value that was typed, or why it is none. */
  read: (text: string) => { value: number } | { wrong: string }
  /** The value as it stands, which needs no saving. */
  value: number
  /** Saves it, if it still is as it was `seen`; rejects with why it could not. */
  save: (value: number, seen: number) => Promise<unknown>
  /** The words for why it was not saved. */
  sentence: (error: unknown) => string
}

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
