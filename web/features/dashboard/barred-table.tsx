import type { ReactNode } from 'react'

interface BarredRow {
  key: string
  name: ReactNode
  /** What its bar is as long as. */
  amount: number
  /** The numbers at the row's end, one for each of the columns. */
  numbers: string[]
}

interface BarredTableProps {
  caption: string
  /** Of the names, and of the numbers. */
  columns: [string, ...string[]]
  rows: BarredRow[]
}

/** A table that is a chart too: each row has a bar beside its numbers. */
export function BarredTable({ caption, columns, rows }: BarredTableProps) {
  const [names, ...numbers] = columns
  const most = Math.max(1, ...rows.map(({ amount }) => amount))
  return (
    <table className="barred">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{names}</th>
          {numbers.map((name) => (
            <th key={name} scope="col" className="right">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, amount, numbers }) => (
          <tr key={key}>
            <th scope="row">
              <span className="barred-name">{name}</span>
              <i className="bar" style={{ width: `${(100 * amount) / most}%` }} />
            </th>
            {numbers.map((number, place) => (
              <td key={columns[place + 1]} className="right">
                {number}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
