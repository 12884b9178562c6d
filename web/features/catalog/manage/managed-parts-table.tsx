import type { Part } from '@freehub/contract/catalog/parts'
import { ManagedPartRow } from './managed-part-row.tsx'

interface ManagedPartsTableProps {
  parts: Part[]
  /** These are still the products of the last search, until those of this one are here. */
  stale: boolean
  onDelete: (part: Part) => void
}

export function ManagedPartsTable({ parts, stale, onDelete }: ManagedPartsTableProps) {
  return (
    <table className="table parts-managed" aria-busy={stale}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className="right of-available">
            Available
          </th>
          <th scope="col" className="right of-price">
            Price
          </th>
          <th scope="col" className="right of-minimum">
            Minimum
          </th>
          <th scope="col" className="right of-delete">
            Delete
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <ManagedPartRow key={part._id} part={part} onDelete={onDelete} />
        ))}
      </tbody>
    </table>
  )
}
