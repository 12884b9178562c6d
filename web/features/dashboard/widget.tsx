import type { ReactNode } from 'react'

interface WidgetProps {
  title: string
  summary: string
  children?: ReactNode
}

/** A section of an overview: a title, a summary in one sentence, and the numbers. */
export function Widget({ title, summary, children }: WidgetProps) {
  return (
    <section className="widget">
      <h2>{title}</h2>
      <p className="widget-insight">{summary}</p>
      {children}
    </section>
  )
}
