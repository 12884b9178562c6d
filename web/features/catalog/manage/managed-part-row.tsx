import { isSoldOut, type Part } from '@freehub/contract/catalog/parts'
import { formatCount } from '@freehub/contract/money'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { drawingAt } from '../../../ui/drawing.ts'
import { PartPicture } from '../part-picture.tsx'
import { StockForm } from '../stock/stock-form.tsx'
import { ManagedPartWays } from './managed-part-ways.tsx'
import { MinimumInPlace, PriceInPlace } from './part-numbers-in-place.tsx'

interface ManagedPartRowProps {
  part: Part
  onDelete: (part: Part) => void
}

/** A part with its numbers, which are changed where they stand; of the stock there is more to say, below the row. */
export function ManagedPartRow({ part, onDelete }: ManagedPartRowProps) {
  const named = `part-${part._id}`
  const [isStockOpen, setStockOpen] = useState(false)
  const stock = useRef<HTMLButtonElement>(null)

  function closeStock() {
    setStockOpen(false)
    stock.current?.focus()
  }

  return (
    <>
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
            <span>
              <span id={named} className="part-name">
                {part.name}
              </span>
              <ManagedPartWays id={part._id} describedBy={named} />
            </span>
          </span>
        </td>
        <td data-caption="Available" className="right">
          <span>
            <button
              ref={stock}
              type="button"
              className="in-place"
              aria-label={`Available ${formatCount(part.availableQuantity)} pcs, change`}
              aria-describedby={named}
              aria-expanded={isStockOpen}
              onClick={() => setStockOpen(!isStockOpen)}
            >
              <span>
                {formatCount(part.availableQuantity)} <small>pcs</small>
              </span>
              <Pencil className="ic" aria-hidden="true" />
            </button>
            {isSoldOut(part) && <span className="sold-out">{soldOutNote(part)}</span>}
          </span>
        </td>
        <td data-caption="Price" className="right">
          <PriceInPlace part={part} describedBy={named} />
        </td>
        <td data-caption="Minimum" className="right">
          <MinimumInPlace part={part} describedBy={named} />
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
      {isStockOpen && (
        <tr className="stock-row">
          <td colSpan={5}>
            <StockForm
              partId={part._id}
              label={`Change the stock of ${part.name}`}
              onSaved={closeStock}
              onClose={closeStock}
            />
          </td>
        </tr>
      )}
    </>
  )
}

/** Some pieces may be left, but fewer than can be ordered. */
function soldOutNote({ availableQuantity }: Part): string {
  return availableQuantity === 0 ? 'Out of stock' : 'Below minimum'
}
