import { isSoldOut, type Part } from '@freehub/contract/catalog/parts'
import { formatCount } from '@freehub/contract/money'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { getDrawingUrl } from '../../../ui/drawing.ts'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import { formatSoldOut } from '../part-grid.tsx'
import { PartPicture } from '../part-picture.tsx'
import { StockForm } from '../stock/stock-form.tsx'
import { InlineMinimumOrder, InlinePrice } from './inline-part-numbers.tsx'
import { PriceStepsForm } from './price-steps-form.tsx'

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
          ['Available', 'right available-column'],
          ['Price', 'right price-column'],
          ['Minimum', 'right minimum-column'],
          ['Delete', 'right delete-column'],
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

/** A part with its numbers, which are edited inline. The stock form opens below the row. */
function ManagedPartRow({ part, onDelete }: { part: Part; onDelete: (part: Part) => void }) {
  const nameId = `part-${part._id}`
  const [isStockOpen, setStockOpen] = useState(false)
  const [arePricesOpen, setPricesOpen] = useState(false)
  const pricesButton = useRef<HTMLButtonElement>(null)
  const stockButton = useRef<HTMLButtonElement>(null)

  function closeStock() {
    setStockOpen(false)
    stockButton.current?.focus()
  }

  function closePrices() {
    setPricesOpen(false)
    pricesButton.current?.focus()
  }

  return (
    <>
      <tr>
        <td data-caption="Product">
          <span className="product">
            <PartPicture
              className="part-picture"
              src={getDrawingUrl(part.img, 'icon')}
              width="64"
              height="48"
              alt=""
              loading="lazy"
              decoding="async"
            />
            <span>
              <span id={nameId} className="part-name">
                {part.name}
              </span>
              <ManagedPartLinks id={part._id} describedBy={nameId} />
            </span>
          </span>
        </td>
        <td data-caption="Available" className="right">
          <span>
            <button
              ref={stockButton}
              type="button"
              className="inline-edit"
              aria-label={`Available ${formatCount(part.availableQuantity)} pcs, change`}
              aria-describedby={nameId}
              aria-expanded={isStockOpen}
              onClick={() => setStockOpen(!isStockOpen)}
            >
              <span>
                {formatCount(part.availableQuantity)} <small>pcs</small>
              </span>
              <Pencil className="ic" aria-hidden="true" />
            </button>
            {isSoldOut(part) && <span className="sold-out">{formatSoldOut(part)}</span>}
          </span>
        </td>
        <td data-caption="Price" className="right">
          <span>
            <InlinePrice part={part} describedBy={nameId} />
            <button
              ref={pricesButton}
              type="button"
              className="price-steps-button"
              aria-describedby={nameId}
              aria-expanded={arePricesOpen}
              onClick={() => setPricesOpen(!arePricesOpen)}
            >
              Volume pricing
            </button>
          </span>
        </td>
        <td data-caption="Minimum" className="right">
          <InlineMinimumOrder part={part} describedBy={nameId} />
        </td>
        <td data-caption="Delete" className="right">
          <Button
            variant="danger"
            small
            className="btn-icon"
            aria-label="Delete"
            aria-describedby={nameId}
            onClick={() => onDelete(part)}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </td>
      </tr>
      {arePricesOpen && (
        <tr className="stock-row">
          <td colSpan={5}>
            <PriceStepsForm part={part} onSaved={closePrices} onClose={closePrices} />
          </td>
        </tr>
      )}
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

function ManagedPartLinks({ id, describedBy }: { id: string; describedBy: string }) {
  return (
    <span className="part-links">
      <Link to={paths.editProduct(id)} aria-describedby={describedBy}>
        Edit
      </Link>
      <Link to={paths.stock(id)} aria-describedby={describedBy}>
        Stock
      </Link>
    </span>
  )
}
