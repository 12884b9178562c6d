import type { OverviewDays } from '@freehub/contract/dashboard/calls'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PageHead } from '../../ui/page/page-head.tsx'
import { preventScrollReset } from '../../ui/page/scroll-restoration.tsx'
import { formatDayRange } from './format.ts'

interface OverviewHeadProps {
  days: OverviewDays
  /** The days of the overview, undefined while it loads. */
  range: { from: string; to: string } | undefined
}

/** The heading of an overview, its days, and the choice of other days. */
export function OverviewHead({ days, range }: OverviewHeadProps) {
  return (
    <>
      <PageHead title="Overview" />
      <div className="dash-head">
        <h1>Overview</h1>
        <p className="num second" role="status">
          {range && formatDayRange(range)}
        </p>
      </div>
      <div className="overview-days">
        <DaysChoice days={days} />
      </div>
    </>
  )
}

/** Links that select the number of days. */
function DaysChoice({ days }: { days: OverviewDays }) {
  return (
    <nav className="tabs-line" aria-label="Days">
      {DAY_RANGES.map((range) => (
        <Link
          key={range}
          to={`?days=${range}`}
          state={preventScrollReset}
          aria-current={range === days ? 'page' : undefined}
        >
          {range} days
        </Link>
      ))}
    </nav>
  )
}

const DAY_RANGES: readonly OverviewDays[] = ['7', '30', '90']

export function useDaysFilter(): OverviewDays {
  const [params] = useSearchParams()
  return readDaysFilter(params)
}

/** Returns the days that the query names, or 30 if it names none that can be chosen. */
export function readDaysFilter(params: URLSearchParams): OverviewDays {
  return DAY_RANGES.find((days) => days === params.get('days')) ?? '30'
}

export interface KeyFigure {
  name: string
  value: string
  /** A comparison or an explanation. */
  note?: ReactNode
}

/** The most important numbers of an overview. */
export function KeyFigures({ figures }: { figures: KeyFigure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

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

interface BarRow {
  key: string
  name: ReactNode
  /** Length of the bar. */
  amount: number
  /** One value for each column after the first. */
  values: string[]
}

interface BarTableProps {
  caption: string
  /** Headings: first of the names, then of the values. */
  columns: [string, ...string[]]
  rows: BarRow[]
}

/** A table with a bar in each row. */
export function BarTable({ caption, columns, rows }: BarTableProps) {
  const [nameColumn, ...valueColumns] = columns
  const maxAmount = Math.max(1, ...rows.map(({ amount }) => amount))
  return (
    <table className="barred">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{nameColumn}</th>
          {valueColumns.map((name) => (
            <th key={name} scope="col" className="right">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, amount, values }) => (
          <tr key={key}>
            <th scope="row">
              <span className="barred-name">{name}</span>
              <i className="bar" style={{ width: `${(100 * amount) / maxAmount}%` }} />
            </th>
            {values.map((value, index) => (
              <td key={columns[index + 1]} className="right">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
