import type { ReactNode } from 'react'

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
