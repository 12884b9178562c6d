import { formatCount, formatDollars } from '@freehub/contract/money'
import { isSoldOut, type Part } from '@freehub/contract/parts'
import { Trash2 } from 'lucide-react'
import { drawingAt } from '../ui/drawing.ts'
import { PartPicture } from './part-picture.tsx'

interface ManagedPartRowProps {
  part: Part
  onDelete: (part: Part) => void
}

export function ManagedPartRow({ part, onDelete }: ManagedPartRowProps) {
  const named = `part-${part._id}`
  return (
    <tr>
      <td data-caption="Product">
        <span className="product">
          <PartPicture
            className="part-picture"
            src={drawingAt(part.img, 'icon')}
            width="64"
            height="48"
            alt=""
            loading="lazy"
            decoding="async"
          />
          <span id={named} className="part-name">
            {part.name}
          </span>
        </span>
      </td>
      <td data-caption="Available" className="right">
        <span>
          {formatCount(part.availableQuantity)} <small>pcs</small>
          {isSoldOut(part) && <span className="sold-out">{soldOutNote(part)}</span>}
        </span>
      </td>
      <td data-caption="Price" className="right">
        {formatDollars(part.price)}
      </td>
      <td data-caption="Delete" className="right">
        <button
          type="button"
          className="btn btn-outline btn-error btn-sm btn-icon"
          aria-label="Delete"
          aria-describedby={named}
          onClick={() => onDelete(part)}
        >
          <Trash2 aria-hidden="true" />
        </button>
      </td>
    </tr>
  )
}

/** Some pieces may be left, but fewer than can be ordered. */
function soldOutNote({ availableQuantity, minimumOrder }: Part): string {
  return availableQuantity === 0 ? 'Out of stock' : `Below minimum of ${formatCount(minimumOrder)}`
}
