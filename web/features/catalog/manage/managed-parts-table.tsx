import { isSoldOut, type ManagedPart, type Part } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Archive, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { StaffActionButton } from '../../../ui/dialogs/action-dialog.tsx'
import type { Action } from '../../../ui/dialogs/use-action.ts'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import { preventBreaks } from '../../../ui/no-break.tsx'
import { PartIcon } from '../../../ui/part-picture.tsx'
import { formatSoldOut } from '../part-grid.tsx'
import { refetchParts } from '../refetch-parts.ts'
import { StockForm } from '../stock/stock-form.tsx'
import { InlineMinimumOrder, InlinePrice } from './inline-part-numbers.tsx'
import { updateCachedPart } from './managed-parts-queries.ts'
import { PriceStepsForm } from './price-steps-form.tsx'

interface RowCallbacks {
  /** Archives or deletes the part. */
  onRemove: (part: ManagedPart) => void
  onRestored: () => void
  onRefused: (message: string) => void
}

interface ManagedPartsTableProps extends RowCallbacks {
  parts: ManagedPart[]
  /** True while the rows belong to the previous search. */
  isStale: boolean
}

export function ManagedPartsTable({ parts, isStale, ...callbacks }: ManagedPartsTableProps) {
  return (
    <table
      className="table number-columns parts-managed min-[900px]:table-fixed"
      aria-busy={isStale}
    >
      <TableHead
        columns={[
          'Product',
          ['Available', 'right available-column'],
          ['Price', 'right price-column'],
          ['Minimum', 'right minimum-column'],
          ['Action', 'right delete-column'],
        ]}
      />
      <tbody>
        {parts.map((part) =>
          part.archivedAt ? (
            <ArchivedPartRow key={part._id} part={part} {...callbacks} />
          ) : (
            <ManagedPartRow key={part._id} part={part} {...callbacks} />
          ),
        )}
      </tbody>
    </table>
  )
}

/** A part whose numbers staff edit inline. The forms for stock and volume pricing open below the row. */
function ManagedPartRow({ part, onRemove }: RowCallbacks & { part: ManagedPart }) {
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
        <ProductCell part={part} nameId={nameId}>
          <Link to={paths.similarProduct(part._id)} aria-describedby={nameId}>
            Duplicate
          </Link>
          <button
            ref={pricesButton}
            type="button"
            className="cursor-pointer"
            aria-label="Volume pricing"
            title="Volume pricing"
            aria-describedby={nameId}
            aria-expanded={arePricesOpen}
            onClick={() => setPricesOpen(!arePricesOpen)}
          >
            Pricing
          </button>
        </ProductCell>
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
            {isSoldOut(part) && (
              <span className="block text-warn font-medium text-small">{formatSoldOut(part)}</span>
            )}
          </span>
        </td>
        <td data-caption="Price" className="right">
          <InlinePrice part={part} describedBy={nameId} />
        </td>
        <td data-caption="Minimum" className="right">
          <InlineMinimumOrder part={part} describedBy={nameId} />
        </td>
        <td data-caption="Action" className="right">
          <Button
            variant={part.isOrdered ? 'outline' : 'danger'}
            small
            className="remove-part"
            aria-describedby={nameId}
            onClick={() => onRemove(part)}
          >
            {part.isOrdered ? <Archive aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
            {part.isOrdered ? 'Archive' : 'Delete'}
          </Button>
        </td>
      </tr>
      {arePricesOpen && (
        <tr className="stock-row">
          <td colSpan={5}>
            <PriceStepsForm part={part} onClose={closePrices} />
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

function ArchivedPartRow({ part, onRestored, onRefused }: RowCallbacks & { part: ManagedPart }) {
  const nameId = `part-${part._id}`
  return (
    <tr className="part-archived">
      <ProductCell part={part} nameId={nameId}>
        <span className="badge badge-over">Archived</span>
      </ProductCell>
      <td data-caption="Available" className="right">
        <span>
          {formatCount(part.availableQuantity)} <small>pcs</small>
        </span>
      </td>
      <td data-caption="Price" className="right">
        {formatDollars(part.price)}
      </td>
      <td data-caption="Minimum" className="right">
        <span>
          {formatCount(part.minimumOrder)} <small>pcs</small>
        </span>
      </td>
      <td data-caption="Action" className="right">
        <StaffActionButton
          action={restorePart(part)}
          describedBy={nameId}
          busyLabel="Restoring …"
          onDone={onRestored}
          onRefused={onRefused}
        >
          Restore
        </StaffActionButton>
      </td>
    </tr>
  )
}

const restorePart = ({ _id, name }: ManagedPart): Action<Part> => ({
  send: () => call('POST', `/api/parts/${encodeURIComponent(_id)}/restoration`),
  toast: `Restored: ${name}`,
  failure: `${name} was not restored.`,
  updateCache: (client, part) => updateCachedPart(client, { ...part, archivedAt: null }),
  refetch: refetchParts,
})

interface ProductCellProps {
  part: ManagedPart
  nameId: string
  children: ReactNode
}

function ProductCell({ part, nameId, children }: ProductCellProps) {
  const name = preventBreaks(part.name)
  return (
    <td data-caption="Product">
      <span className="product flex items-center gap-3.5 font-semibold wrap-anywhere">
        <PartIcon img={part.img} className="part-picture" width="64" height="48" />
        <span>
          <span id={nameId} className="min-w-0 wrap-anywhere">
            {part.archivedAt ? (
              name
            ) : (
              <Link to={paths.editProduct(part._id)} title="Edit">
                {name}
              </Link>
            )}
          </span>
          <span className="part-links flex flex-wrap gap-x-4 gap-y-0 items-baseline mt-0.5 font-normal text-small">
            {part.sku && <span className="second">{part.sku}</span>}
            {children}
            <Link to={paths.stock(part._id)} aria-describedby={nameId}>
              Stock
            </Link>
          </span>
        </span>
      </span>
    </td>
  )
}
