import { COLUMNS_OF_NEW_PARTS, PART_COLUMNS } from '@freehub/contract/catalog/imports'

const others = PART_COLUMNS.filter(
  (column) => !(COLUMNS_OF_NEW_PARTS as readonly string[]).includes(column),
)

/** What a list looks like, and what becomes of it. */
export function ListHelp() {
  return (
    <section className="list-help" aria-label="What the file looks like">
      <p>First you see what would become of each row. Nothing changes until you press Import.</p>
      <ul>
        <li>
          The first row names the columns, as an export does. A new product needs{' '}
          <Names of={COLUMNS_OF_NEW_PARTS} />. There may also be <Names of={others} />.
        </li>
        <li>
          A row is about the product with its <code>id</code>, or else with its <code>sku</code>.
          Where there is none, it is a new product.
        </li>
        <li>
          A column that is left out changes nothing. Leave out <code>availableQuantity</code> where
          orders may have come since the file was made.
        </li>
        <li>Save it as CSV in UTF-8, with commas, semicolons or tabs.</li>
      </ul>
    </section>
  )
}

function Names({ of }: { of: readonly string[] }) {
  return of.map((name, n) => (
    <span key={name}>
      {n > 0 && (n < of.length - 1 ? ', ' : ' and ')}
      <code>{name}</code>
    </span>
  ))
}
