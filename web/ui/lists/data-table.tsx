import { Fragment, type ReactNode } from 'react'
import { TableHead } from './table-head.tsx'

interface Column<Row> {
  name: string
  render?: (row: Row) => ReactNode
  /** Renders a number instead of `render`. The number is right-aligned. */
  number?: (row: Row) => ReactNode
  /** Class of the cells below the head. */
  className?: string
  headClassName?: string
}

interface DataTableProps<Row> {
  label?: string
  className?: string
  rows: Row[] | undefined
  getKey: (row: Row) => string | number
  columns: Column<Row>[]
  /** Renders the content of an additional row below the row. */
  renderBelow?: (row: Row) => ReactNode
}

/** A table. Renders nothing without rows. On phones, each cell shows the name of its column. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, className, rows, getKey, columns, renderBelow } = props
  if (!rows?.length) return null
  return (
    <table className={className ? `table ${className}` : 'table'} aria-label={label}>
      <TableHead
        columns={columns.map(({ name, number, headClassName }) =>
          number ? [name, 'right'] : [name, headClassName],
        )}
      />
      <tbody>
        {rows.map((row) => {
          const below = renderBelow?.(row)
          return (
            <Fragment key={getKey(row)}>
              <tr>
                {columns.map(({ name, render, number, className }) => (
                  <td key={name} data-caption={name} className={number ? 'right' : className}>
                    {(number ?? render)?.(row)}
                  </td>
                ))}
              </tr>
              {below && (
                <tr className="row-below">
                  <td colSpan={columns.length}>{below}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}
