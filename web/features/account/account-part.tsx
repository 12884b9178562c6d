import { type FocusEvent, type ReactNode, useEffect, useId, useRef } from 'react'

interface AccountPartProps {
  title: string
  about: ReactNode
  children: ReactNode
}

/** One thing of the account: what it is about at the left, how it stands and what can be done beside it. */
export function AccountPart({ title, about, children }: AccountPartProps) {
  const id = useId()
  const { heading, ...followed } = useFocusKeptHere()
  return (
    <section className="account-part" aria-labelledby={id} {...followed}>
      <div className="account-about">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="second">{about}</p>
      </div>
      <div className="account-now">{children}</div>
    </section>
  )
}

/** What is pressed may be gone when that is done, and the focus with it: then the heading has it. */
function useFocusKeptHere() {
  const heading = useRef<HTMLHeadingElement>(null)
  const isHere = useRef(false)

  useEffect(() => {
    if (isHere.current && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true })
    }
  })

  return {
    heading,
    onFocus() {
      isHere.current = true
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) isHere.current = false
    },
  }
}
