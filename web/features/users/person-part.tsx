import { type ReactNode, type Ref, useId } from 'react'
import { Link } from 'react-router'

interface PersonPartProps {
  name: string
  /** Where there is more of it than is shown. */
  all?: { words: string; to: string } | undefined
  /** Takes the focus where the button that had it is gone. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One thing that there is of a person, under its heading. */
export function PersonPart({ name, all, heading, children }: PersonPartProps) {
  const id = useId()
  return (
    <section className="person-part" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={heading ? -1 : undefined}>
        {name}
      </h2>
      {children}
      {all && <Link to={all.to}>{all.words}</Link>}
    </section>
  )
}
