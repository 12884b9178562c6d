import { type ReactNode, useState } from 'react'

interface ChartedProps {
  title: string
  /** What there is to see, in words. */
  insight: string
  chart: ReactNode
  /** The same numbers for who would rather read them. */
  table: ReactNode
}

/** A chart that says in words what it shows, and gives way to a table. */
export function Charted({ title, insight, chart, table }: ChartedProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <section className="glance">
      <div className="glance-head">
        <h2>{title}</h2>
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          Show as table
        </button>
      </div>
      <p className="glance-insight">{insight}</p>
      {asTable ? table : chart}
    </section>
  )
}
