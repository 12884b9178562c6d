import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface AccountSectionProps {
  title: string
  description: ReactNode
  children: ReactNode
}

/** A section with title and description at the left, state and actions at the right. */
export function AccountSection({ title, description, children }: AccountSectionProps) {
  const id = useId()
  const { heading, ...focusHandlers } = useRestoreFocus()
  return (
    <section className="account-section" aria-labelledby={id} {...focusHandlers}>
      <div className="account-description grid content-start gap-2">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="secondary max-w-[34em] text-label">{description}</p>
      </div>
      <div className="account-content grid grid-cols-1 content-start justify-items-start gap-4">
        {children}
      </div>
    </section>
  )
}

/** Focuses the heading when the focused control of the section is removed. */
function useRestoreFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const hadFocus = useRef(false)

  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true })
    }
  })

  return {
    heading,
    onFocus() {
      hadFocus.current = true
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) hadFocus.current = false
    },
  }
}

interface InlineFormProps {
  buttonLabel: string
  children: (close: () => void) => ReactNode
}

/**
 * A button that opens a form in its place. After a new sign-in, the URL's hash opens it. Closing the form restores the
 * button and its focus.
 */
export function InlineForm({ buttonLabel, children }: InlineFormProps) {
  const [isOpen, setIsOpen] = useState(
    () => location.hash === `#${encodeURIComponent(buttonLabel)}`,
  )
  const container = useRef<HTMLDivElement>(null)
  const wasOpened = useRef(isOpen)

  // A reload, or another form with this label, must not open the form again.
  useEffect(() => {
    if (wasOpened.current) history.replaceState(history.state, '', location.pathname)
  }, [])

  useEffect(() => {
    if (wasOpened.current)
      container.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus()
  }, [isOpen])

  return (
    <div
      ref={container}
      data-form={buttonLabel}
      className={isOpen ? 'inline-form-open' : 'inline-form'}
    >
      {isOpen ? (
        children(() => setIsOpen(false))
      ) : (
        <Button
          small
          onClick={() => {
            wasOpened.current = true
            setIsOpen(true)
          }}
        >
          {buttonLabel}
        </Button>
      )}
    </div>
  )
}
