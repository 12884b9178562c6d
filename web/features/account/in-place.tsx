import { type ReactNode, useEffect, useRef, useState } from 'react'

interface InPlaceProps {
  /** What the button says. */
  act: string
  /** Id of what it is about, where the button's words do not say it. */
  describedBy?: string
  children: (close: () => void) => ReactNode
}

/** A button that gives way to a form, and is back with the focus when that is closed. */
export function InPlace({ act, describedBy, children }: InPlaceProps) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)

  useEffect(() => {
    if (pressed.current)
      place.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus()
  }, [open])

  return (
    <div ref={place} className={open ? 'in-place-open' : 'in-place'}>
      {open ? (
        children(() => setOpen(false))
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-describedby={describedBy}
          onClick={() => {
            pressed.current = true
            setOpen(true)
          }}
        >
          {act}
        </button>
      )}
    </div>
  )
}
