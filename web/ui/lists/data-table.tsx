import type { ReactNode } from 'react'
import { TableHead } from './table-head.tsx'

interface Column<Row> {
  name: string
  render?: (row: Row) => ReactNode
  /** In place of `render`, for a number. It is aligned at the right. */
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

/** A table with one row for each item, nothing without items. Phones show the name in each cell. */
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
