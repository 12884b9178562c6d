import { isSoldOut, type ManagedPart, type Part } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Archive, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { sendAgainIfUnknown } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { StaffActionButton } from '../../../ui/dialogs/action-dialog.tsx'
import type { Action } from '../../../ui/dialogs/use-action.ts'
import { WarnIcon } from '../../../ui/icons.tsx'
import { SelectAllHead, SelectCell } from '../../../ui/lists/selection.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import type { Selection } from '../../../ui/lists/use-selection.ts'
import { preventBreaks } from '../../../ui/no-break.tsx'
import { PartIcon } from '../../../ui/part-picture.tsx'
import { formatSoldOut } from '../part-grid.tsx'
import { refetchParts } from '../refetch-parts.ts'
import { StockForm } from '../stock/stock-form.tsx'
import { InlineMinimumOrder, InlinePrice } from './inline-price-and-minimum.tsx'
import { updateCachedPart } from './managed-parts-queries.ts'
import { PriceStepsForm } from './price-steps-form.tsx'
import type { RemovalFailures } from './remove-parts-dialog.tsx'

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
  /** The selection of the parts on sale. */
  selection: Selection
  failures: RemovalFailures
}

export function ManagedPartsTable(props: ManagedPartsTableProps) {
  const { parts, isStale, selection, failures, ...callbacks } = props
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
      >
        <SelectAllHead selection={selection} noun="products" />
      </TableHead>
      <tbody>
        {parts.map((part) =>
          part.archivedAt ? (
            <ArchivedPartRow key={part._id} part={part} {...callbacks} />
          ) : (
            <ManagedPartRow
              key={part._id}
              part={part}
              selection={selection}
              failure={failures.get(part._id)}
              {...callbacks}
            />
          ),
        )}
      </tbody>
    </table>
  )
}

interface ManagedPartRowProps extends RowCallbacks {
  part: ManagedPart
  selection: Selection
  /** The reason why the part was not archived or deleted. */
  failure: string | undefined
}

/** A part whose numbers staff edit inline. The forms for stock and volume pricing open below the row. */
function ManagedPartRow({ part, selection, failure, onRemove }: ManagedPartRowProps) {
  const nameId = `part-${part._id}`
  const [isStockOpen, setStockOpen] = useState(false)
  const [arePricesOpen, setPricesOpen] = useState(false)
  const [areActionsOpen, setActionsOpen] = useState(false)
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
      <tr
        aria-selected={selection.isSelected(part._id) || undefined}
        data-open={areActionsOpen || undefined}
      >
        <SelectCell selection={selection} id={part._id} label={`Select ${part.name}`} />
        <ProductCell
          part={part}
          nameId={nameId}
          failure={failure}
          actionsButton={
            <Button
              className="row-menu btn-icon border-transparent min-[900px]:hidden"
              small
              aria-label="Actions"
              aria-describedby={nameId}
              aria-expanded={areActionsOpen}
              onClick={() => setActionsOpen(!areActionsOpen)}
            >
              <Ellipsis aria-hidden="true" />
            </Button>
          }
        >
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
            className="btn-quiet remove-part"
            title={part.isOrdered ? 'Ordered: can only be archived' : 'Not ordered: can be deleted'}
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
          <td colSpan={6}>
            <PriceStepsForm part={part} onClose={closePrices} />
          </td>
        </tr>
      )}
      {isStockOpen && (
        <tr className="stock-row">
          <td colSpan={6}>
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
      <td className="check-column" />
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
          label="Restore"
          action={createRestoreAction(part)}
          describedBy={nameId}
          busyLabel="Restoring …"
          onDone={onRestored}
          onRefused={onRefused}
        />
      </td>
    </tr>
  )
}

const createRestoreAction = ({ _id, name }: ManagedPart): Action<Part> => ({
  send: () =>
    sendAgainIfUnknown(() => call('POST', `/api/parts/${encodeURIComponent(_id)}/restoration`)),
  toast: `Restored: ${name}`,
  failure: `${name} was not restored.`,
  updateCache: (client, part) => updateCachedPart(client, { ...part, archivedAt: null }),
  refetch: refetchParts,
})

interface ProductCellProps {
  part: ManagedPart
  nameId: string
  failure?: string | undefined
  /** On small screens, opens the actions of the row. */
  actionsButton?: ReactNode
  children: ReactNode
}

function ProductCell({ part, nameId, failure, actionsButton, children }: ProductCellProps) {
  const name = preventBreaks(part.name)
  return (
    <td data-caption="Product">
      <span className="product flex items-center gap-3.5 max-[899px]:gap-2.5 font-semibold wrap-anywhere">
        <PartIcon img={part.img} className="part-picture" width="64" height="48" />
        <span className="flex-1 min-w-0 text-balance">
          <span id={nameId} className="wrap-anywhere">
            {part.archivedAt ? (
              name
            ) : (
              <Link to={paths.editProduct(part._id)} title="Edit">
                {name}
              </Link>
            )}
          </span>
          <span className="part-links flex flex-wrap gap-x-4 max-[899px]:gap-x-2.5 items-baseline mt-0.5 font-normal text-small">
            <span className="part-number flex items-center gap-x-1 max-[899px]:min-h-6">
              {part.sku && <span className="secondary">{part.sku}</span>}
              {actionsButton}
            </span>
            {children}
            <Link to={paths.stock(part._id)} aria-describedby={nameId}>
              Stock
            </Link>
          </span>
          {failure && (
            <span className="field-error items-start font-normal">
              <WarnIcon />
              {failure}
            </span>
          )}
        </span>
      </span>
    </td>
  )
}
