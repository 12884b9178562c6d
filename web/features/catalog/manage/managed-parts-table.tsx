import type { Part } from '@freehub/contract/catalog/parts'
import { TableHead } from '../../../ui/lists/table-head.tsx'
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
      <TableHead
        columns={[
          'Product',
          ['Available', 'right of-available'],
          ['Price', 'right of-price'],
          ['Minimum', 'right of-minimum'],
          ['Delete', 'right of-delete'],
        ]}
      />
      <tbody>
        {parts.map((part) => (
          <ManagedPartRow key={part._id} part={part} onDelete={onDelete} />
        ))}
      </tbody>
    </table>
  )
}
