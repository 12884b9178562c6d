import { type ReactNode, useState } from 'react'

interface ChartWidgetProps {
  title: string
  summary: string
  chart: ReactNode
  /** The same numbers as a table. */
  table: ReactNode
}

/** A widget with a chart that the user can replace by a table. */
export function ChartWidget({ title, summary, chart, table }: ChartWidgetProps) {
  const [isTable, setTable] = useState(false)
  return (
    <section className="widget">
      <div className="widget-head">
        <h2>{title}</h2>
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          Show as table
        </button>
      </div>
      <p className="widget-insight">{summary}</p>
      {isTable ? table : chart}
    </section>
  )
}
