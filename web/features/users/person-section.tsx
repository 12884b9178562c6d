import { type ReactNode, type Ref, useId } from 'react'
import { Link } from 'react-router'

interface PersonSectionProps {
  title: string
  /** Link to the full list, if it has more than is shown. */
  seeAll?: { label: string; to: string } | undefined
  /** Makes the heading focusable, for when a focused button is removed. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export function PersonSection({ title, seeAll, heading, children }: PersonSectionProps) {
  const id = useId()
  return (
    <section className="person-part" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h2>
      {children}
      {seeAll && <Link to={seeAll.to}>{seeAll.label}</Link>}
    </section>
  )
}
