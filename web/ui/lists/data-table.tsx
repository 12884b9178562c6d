import type { ReactNode } from 'react'
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
}

/** A table. Renders nothing without rows. On phones, each cell shows the name of its column. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, className, rows, getKey, columns } = props
  if (!rows?.length) return null
  return (
    <table className={className ? `table ${className}` : 'table'} aria-label={label}>
      <TableHead
        columns={columns.map(({ name, number, headClassName }) =>
          number ? [name, 'right'] : [name, headClassName],
        )}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={getKey(row)}>
            {columns.map(({ name, render, number, className }) => (
              <td key={name} data-caption={name} className={number ? 'right' : className}>
                {(number ?? render)?.(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
