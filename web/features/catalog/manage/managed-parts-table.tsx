import type { Part } from '@freehub/contract/catalog/parts'
import { ManagedPartRow } from './managed-part-row.tsx'

interface ManagedPartsTableProps {
  parts: Part[]
  /** The rows belong to the previous search, while the new one loads. */
  isStale: boolean
  onDelete: (part: Part) => void
}

export function ManagedPartsTable({ parts, isStale, onDelete }: ManagedPartsTableProps) {
  return (
    <table className="table parts-managed" aria-busy={isStale}>
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
