import type { ReactNode } from 'react'
import { TableHead } from './table-head.tsx'

interface Column<Row> {
  name: string
  render?: (row: Row) => ReactNode
  /** In place of `render`, for a number. It is aligned at the right. */
  number?: (row: Row) => string
  /** Class of the cells below the head. */
  className?: string
}

interface DataTableProps<Row> {
  label?: string
  rows: Row[] | undefined
  getKey: (row: Row) => string
  columns: Column<Row>[]
}

/** A table with one row for each item, nothing without items. Narrow screens show the name in each cell. */
export function DataTable<Row>({ label, rows, getKey, columns }: DataTableProps<Row>) {
  if (!rows?.length) return null
  return (
    <table className="table" aria-label={label}>
      <TableHead columns={columns.map(({ name, number }) => (number ? [name, 'right'] : name))} />
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
