import type { ReactNode } from 'react'

interface GlanceProps {
  title: string
  /** What there is to see, in words. */
  insight: string
  children?: ReactNode
}

/** A part of an overview: what it is about, what there is to see, and the numbers. */
export function Glance({ title, insight, children }: GlanceProps) {
  return (
    <section className="glance">
      <h2>{title}</h2>
      <p className="glance-insight">{insight}</p>
      {children}
    </section>
  )
}
