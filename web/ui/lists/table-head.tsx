import type { ReactNode } from 'react'

type Column = string | readonly [name: string, className: string | undefined]

interface TableHeadProps {
  columns: Column[]
  /** Header cells before the columns. */
  children?: ReactNode
}

/** The head row of a table. Each column is a name, or a name with the class of its header cell. */
export function TableHead({ columns, children }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {children}
        {columns.map((column) => {
          const [name, className] = typeof column === 'string' ? [column] : column
          return (
            <th key={name} scope="col" className={className}>
              {name}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
