import type { PartDetails } from '@freehub/contract/catalog/parts'
import { formatAttributes } from './part-attributes.ts'

/** A part's attributes as a table, in two columns on wide screens. */
export function PartDimensions({ details }: { details: PartDetails | undefined }) {
  const rows = formatAttributes(details?.attributes ?? {})
  if (rows.length === 0) return null
  return (
    <section className="spec print:mt-[6mm]" aria-labelledby="dimensions">
      <h2 id="dimensions">Dimensions</h2>
      <div className="print:columns-1 sm:columns-2 sm:gap-x-10">
        <table className="part-table">
          <tbody>
            {rows.map(({ name, label, value }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
