import type { OverviewDays } from '@freehub/contract/overview/calls'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { TableHead } from '../../ui/lists/table-head.tsx'
import { DashboardHead } from '../../ui/page/dashboard-head.tsx'
import { preventScrollReset } from '../../ui/page/scroll-restoration.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { formatDayRange } from './format.ts'

interface OverviewFrameProps {
  days: OverviewDays
  query: UseQueryResult<unknown>
  /** The days of the overview. Undefined while it loads. */
  range: { from: string; to: string } | undefined
  /** Content above the tabs, which does not depend on the days. */
  current?: ReactNode
  /** The heading above the tabs. */
  title?: string
  children: ReactNode
}

/** An overview: heading, tabs for the number of days with the dates of these days, and the content once it has loaded. */
export function OverviewFrame(props: OverviewFrameProps) {
  const { days, query, range, current, title, children } = props
  const isStale = query.isPlaceholderData
  return (
    <>
      <DashboardHead title="Overview" />
      {current && <div className="overview mb-9">{current}</div>}
      {!query.isPending && (
        <div className={current ? 'mb-7 border-t border-t-rule pt-6' : 'mb-7'}>
          {title && <h2 className="mb-3 text-[30px]">{title}</h2>}
          <nav className="tabs-line" aria-label="Days">
            {DAY_RANGES.map((option) => (
              <Link
                key={option}
                to={`?days=${option}`}
                state={preventScrollReset}
                aria-current={option === days ? 'page' : undefined}
              >
                {option} days
              </Link>
            ))}
          </nav>
          <p className="num secondary min-h-6 mt-4" role="status">
            {range && !isStale && formatDayRange(range)}
          </p>
        </div>
      )}
      <QueryState query={query} />
      {range && (
        <div className="overview" aria-busy={isStale}>
          {children}
        </div>
      )}
    </>
  )
}

const DAY_RANGES: readonly OverviewDays[] = ['7', '30', '90']

/** Returns the number of days in the URL of the current page. */
export function useDaysFilter(): OverviewDays {
  const [params] = useSearchParams()
  return readDaysFilter(params)
}

/** Returns the number of days in the URL, or 30 if it is missing or not allowed. */
export function readDaysFilter(params: URLSearchParams): OverviewDays {
  return DAY_RANGES.find((days) => days === params.get('days')) ?? '30'
}

export interface KeyFigure {
  name: string
  value: string
  note?: ReactNode
}

export function KeyFigures({ figures }: { figures: KeyFigure[] }) {
  return (
    <dl className="figures grid grid-cols-[repeat(auto-fit,minmax(min(100%,150px),1fr))] border border-rule bg-plate">
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

/** A section of an overview. `summary` states its content in a sentence. */
export function Widget({ title, summary, children }: WidgetProps) {
  return (
    <section className="widget grid grid-cols-1 gap-3">
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
  table: ReactNode
  /** Shown above the chart or table. */
  children?: ReactNode
}

/** A widget with a chart. The user can replace the chart with a table. */
export function ChartWidget({ title, summary, chart, table, children }: ChartWidgetProps) {
  const [isTable, setTable] = useState(false)
  return (
    <section className="widget grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        <h2>{title}</h2>
        <Button small aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          Show as Table
        </Button>
      </div>
      <p className="widget-insight">{summary}</p>
      {children}
      {isTable ? table : chart}
    </section>
  )
}

interface BarTableProps {
  caption: string
  /** Headings of the names and of the values. */
  columns: [string, ...string[]]
  rows: {
    key: string
    name: ReactNode
    /** Amount that the bar shows: the largest amount fills the column. Undefined for a row without a bar. */
    amount?: number
    /** One value for each column after the first. */
    values: string[]
  }[]
  className?: string
}

/** A table of names and numbers. Each row can have a bar. */
export function BarTable({ caption, columns, rows, className = '' }: BarTableProps) {
  const [nameColumn, ...valueColumns] = columns
  const maxAmount = Math.max(1, ...rows.map(({ amount = 0 }) => amount))
  return (
    <table className={`bar-table ${className}`}>
      <caption className="sr-only">{caption}</caption>
      <TableHead columns={[nameColumn, ...valueColumns.map((name) => [name, 'right'] as const)]} />
      <tbody>
        {rows.map(({ key, name, amount, values }) => (
          <tr key={key}>
            <th scope="row">
              {amount === undefined ? (
                name
              ) : (
                <>
                  <span className="font-medium">{name}</span>
                  <i className="bar" style={{ width: `${(100 * amount) / maxAmount}%` }} />
                </>
              )}
            </th>
            {values.map((value, index) => (
              <td key={columns[index + 1]} data-caption={columns[index + 1]} className="right">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
