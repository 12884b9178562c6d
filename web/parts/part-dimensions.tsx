import type { PartDetails } from '@freehub/contract/parts'
import { type Attribute, attributeTable } from './part-attributes.ts'

/** What the catalogue knows of the part's measures, in two columns where there is room. */
export function PartDimensions({ details }: { details: PartDetails | undefined }) {
  const rows = attributeTable(details?.attributes ?? {})
  if (rows.length === 0) return null
  const half = Math.ceil(rows.length / 2)
  return (
    <section className="spec" aria-labelledby="dimensions">
      <h2 id="dimensions">Dimensions</h2>
      <div className="spec-two">
        <Rows rows={rows.slice(0, half)} />
        <Rows rows={rows.slice(half)} />
      </div>
    </section>
  )
}

function Rows({ rows }: { rows: Attribute[] }) {
  return (
    <dl className="data">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
