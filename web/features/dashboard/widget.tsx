import type { ReactNode } from 'react'

interface WidgetProps {
  title: string
  summary: string
  children?: ReactNode
}

/** A section of an overview: a title, a summary in one sentence, and the numbers. */
export function Widget({ title, summary, children }: WidgetProps) {
  return (
    <section className="glance">
      <h2>{title}</h2>
      <p className="glance-insight">{summary}</p>
      {children}
    </section>
  )
}
