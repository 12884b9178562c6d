import { PART_COLUMNS, REQUIRED_PART_COLUMNS } from '@freehub/contract/catalog/imports'

const optionalColumns = PART_COLUMNS.filter(
  (column) => !(REQUIRED_PART_COLUMNS as readonly string[]).includes(column),
)

/** Explains the format of the file. */
export function ImportHelp() {
  return (
    <section className="list-help" aria-label="File format">
      <p>Preview each row before importing. Nothing changes until you press Import.</p>
      <ul>
        <li>
          The first row contains the column names, as in an export. New products need{' '}
          <ColumnNames columns={REQUIRED_PART_COLUMNS} />. Optional columns are{' '}
          <ColumnNames columns={optionalColumns} />.
        </li>
        <li>
          A row changes the product with the same <code>id</code> or <code>sku</code>. If there is
          none, it adds a product.
        </li>
        <li>
          Missing columns change nothing. Leave out <code>availableQuantity</code> if orders may
          have been placed since the file was made.
        </li>
        <li>Save the file as CSV in UTF-8, separated by commas, semicolons or tabs.</li>
      </ul>
    </section>
  )
}

function ColumnNames({ columns }: { columns: readonly string[] }) {
  return columns.map((name, index) => (
    <span key={name}>
      {index > 0 && (index < columns.length - 1 ? ', ' : ' and ')}
      <code>{name}</code>
    </span>
  ))
}
