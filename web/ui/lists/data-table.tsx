import type { ReactNode } from 'react'
import { TableHead } from './table-head.tsx'

interface Column<Row> {
  name: string
  render: (row: Row) => ReactNode
  /** Aligns the cells at the right. */
  isNumber?: boolean
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
      <TableHead
        columns={columns.map(({ name, isNumber }) => (isNumber ? [name, 'right'] : name))}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={getKey(row)}>
            {columns.map(({ name, render, isNumber, className }) => (
              <td key={name} data-caption={name} className={isNumber ? 'right' : className}>
                {render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
