import { type ReactNode, useEffect, useRef, useState } from 'react'

interface InlineFormProps {
  buttonLabel: string
  children: (close: () => void) => ReactNode
}

/** A button that opens a form in its place. Closing the form restores the button and its focus. */
export function InlineForm({ buttonLabel, children }: InlineFormProps) {
  const [isOpen, setIsOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const wasOpened = useRef(false)

  useEffect(() => {
    if (wasOpened.current)
      container.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus()
  }, [isOpen])

  return (
    <div ref={container} className={isOpen ? 'in-place-open' : 'in-place'}>
      {isOpen ? (
        children(() => setIsOpen(false))
      ) : (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          onClick={() => {
            wasOpened.current = true
            setIsOpen(true)
          }}
        >
          {buttonLabel}
        </button>
      )}
    </div>
  )
}
