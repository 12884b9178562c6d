import type { PartDetails } from '@freehub/contract/catalog/parts'
import { attributeTable } from './part-attributes.ts'

/** What the catalogue knows of the part's measures, as a table that flows into two columns where there is room. */
export function PartDimensions({ details }: { details: PartDetails | undefined }) {
  const rows = attributeTable(details?.attributes ?? {})
  if (rows.length === 0) return null
  return (
    <section className="spec" aria-labelledby="dimensions">
      <h2 id="dimensions">Dimensions</h2>
      <div className="spec-two">
        <table className="part-table">
          <tbody>
            {rows.map(({ label, value }) => (
              <tr key={label}>
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
