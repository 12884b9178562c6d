type Column = string | readonly [name: string, className: string | undefined]

/** The head row of a table. A column is a name, or a name with the class of its header cell. */
export function TableHead({ columns }: { columns: Column[] }) {
  return (
    <thead>
      <tr>
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
