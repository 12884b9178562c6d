import {
  type CartLine,
  hasPartOnSale,
  isOrderable,
  shownUnitPriceCents,
} from '@freehub/contract/cart/cart'
import { stepQuantity } from '@freehub/contract/catalog/prices'
import { formatCents } from '@freehub/contract/money'
import { Trash2 } from 'lucide-react'
import { type ComponentType, memo, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useStore } from '../../api/use-store.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import { focusNextField } from '../../ui/forms/focus-next-field.ts'
import {
  explainQuantity,
  formatTerms,
  isQuantity,
  parseQuantity,
  QuantityInput,
} from '../../ui/forms/quantity-input.tsx'
import { PartName } from '../../ui/part-name.tsx'
import { PartIcon } from '../../ui/part-picture.tsx'
import type { CartEditor } from './cart-editor.ts'
import { LineProblems } from './line-problems.tsx'
import { LineAdvice } from './savings/line-advice.tsx'

/** Components that show the fit check of a line. A saved list has none. */
export interface FitComponents {
  LineFit?: ComponentType<{ productId: string }>
  LineConflicts?: ComponentType<{ productId: string }>
}

interface CartRowProps extends FitComponents {
  id: string
  editor: CartEditor
}

/** A line of the cart. Memoized, so that a keystroke renders one row. */
export const CartRow = memo(function CartRow({ id, editor, ...fitComponents }: CartRowProps) {
  const row = useStore(editor, () => editor.getRow(id))
  const item = useRef<HTMLLIElement>(null)
  if (!row) return null
  const { line, isRemoved, note, invalidInput } = row

  /** Runs a change. The pressed button may disappear, so the row takes the focus. */
  function runChange(change: () => void) {
    change()
    item.current?.focus({ preventScroll: true })
  }

  return (
    <li ref={item} id={getRowId(id)} className="cart-row" tabIndex={-1}>
      {isRemoved ? (
        <RemovedLine line={line} onUndo={() => runChange(() => editor.undoRemoval(id))} />
      ) : (
        <Line
          {...fitComponents}
          line={line}
          invalidInput={invalidInput}
          onQuantity={(quantity) => editor.setQuantity(id, quantity)}
          onInvalidInput={(text) => editor.setInvalidInput(id, text)}
          onChoose={(quantity) => runChange(() => editor.setQuantity(id, quantity))}
          onAcceptPrice={() => runChange(() => editor.acceptPrice(id))}
        />
      )}
      {note && (
        <p className="cart-note font-medium" role="status">
          {note}
        </p>
      )}
    </li>
  )
})

export const getRowId = (productId: string) => `line-${productId}`

/** Focuses the first field whose text is no quantity. Returns false if there is none. */
export function focusInvalidInput(editor: CartEditor): boolean {
  const ids = editor.getIds().filter((id) => editor.getRow(id)?.invalidInput !== undefined)
  // The row of a part that is no longer sold has no field.
  const fields = ids.flatMap((id) => {
    const row = document.getElementById(getRowId(id))
    return row?.querySelector<HTMLInputElement>('.cart-quantity input') ?? []
  })
  fields[0]?.focus()
  return fields.length > 0
}

function RemovedLine({ line, onUndo }: { line: CartLine; onUndo: () => void }) {
  return (
    <div className="cart-removed justify-between pr-2">
      <p role="status">{line.name} removed</p>
      <Button small aria-label={`Undo: ${line.name} removed`} onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}

interface LineProps extends FitComponents {
  line: CartLine
  invalidInput: string | undefined
  /** Called while the customer types, and by the step buttons and arrow keys. */
  onQuantity: (quantity: number) => void
  /** Called with a text that is no quantity, or with undefined if the field is empty. */
  onInvalidInput: (text: string | undefined) => void
  /** Called when another button sets the quantity; 0 removes the line. */
  onChoose: (quantity: number) => void
  onAcceptPrice: () => void
}

function Line(props: LineProps) {
  const { line, onChoose, onAcceptPrice, LineFit, LineConflicts, ...input } = props
  const { productId, name, sku, img, quantity, unitPriceCents, listPriceCents } = line
  const { advice, problems } = line
  const problemsId = useId()
  const isOnSale = hasPartOnSale(line)
  const isIncluded = isOrderable(line)
  const isReduced = isIncluded && unitPriceCents < listPriceCents

  return (
    <>
      <PartIcon
        img={img}
        className="row-[1] w-16 h-16 self-start object-contain min-[700px]:row-[1/3] min-[900px]:row-[1]"
      />
      <div className="col-[2/4] row-[1] min-w-0 pr-11 min-[700px]:col-[2] min-[700px]:row-[1/3] min-[700px]:pr-0 min-[900px]:row-[1]">
        {sku && <p className="cart-number">{sku}</p>}
        <p className="font-semibold leading-[1.3] wrap-anywhere">
          {isOnSale ? (
            <Link className="no-underline hover:underline" to={paths.part(productId)}>
              <PartName name={name} />
            </Link>
          ) : (
            <PartName name={name} />
          )}
        </p>
        {isOnSale && <p className="cart-stock">{formatTerms(line)}</p>}
      </div>
      {isOnSale && (
        <>
          {LineFit && <LineFit productId={productId} />}
          <LineQuantity line={line} describedBy={problemsId} {...input} />
          <p className="cart-price">
            {formatCents(shownUnitPriceCents(line))} <span>each</span>
            {isReduced && (
              <small className="block whitespace-nowrap">
                instead of {formatCents(listPriceCents)}
              </small>
            )}
          </p>
          <p className={isIncluded ? 'cart-total' : 'cart-total not-included'}>
            {isIncluded ? formatCents(unitPriceCents * quantity) : 'Not included'}
          </p>
          <button
            type="button"
            className="tool cart-remove"
            aria-label={`Remove: ${name}`}
            title="Remove"
            onClick={() => onChoose(0)}
          >
            <Trash2 className="ic" aria-hidden="true" />
          </button>
        </>
      )}
      <LineProblems id={problemsId} line={line} onChoose={onChoose} onAcceptPrice={onAcceptPrice} />
      {isOnSale && LineConflicts && <LineConflicts productId={productId} />}
      {advice && problems.length === 0 && (
        <LineAdvice advice={advice} quantity={quantity} name={name} onTake={onChoose} />
      )}
    </>
  )
}

interface LineQuantityProps
  extends Pick<LineProps, 'line' | 'invalidInput' | 'onQuantity' | 'onInvalidInput'> {
  describedBy: string
}

function LineQuantity(props: LineQuantityProps) {
  const { line, invalidInput, describedBy, onQuantity, onInvalidInput } = props
  const { name, quantity, problems } = line
  const [typed, setTyped] = useState('')
  const errorId = useId()
  const isInvalid = invalidInput !== undefined
  // If the line's quantity has changed since the input, the field shows the line's quantity.
  const input = invalidInput ?? (parseQuantity(typed) === quantity ? typed : String(quantity))
  const [isCleared, setCleared] = useState(false)

  function type(text: string) {
    const isEmpty = text.trim() === ''
    setTyped(text)
    setCleared(isEmpty)
    const parsed = parseQuantity(text)
    if (isQuantity(parsed)) onQuantity(parsed)
    else onInvalidInput(isEmpty ? undefined : text)
  }

  function step(by: 1 | -1) {
    type(String(stepQuantity(line, line.quantity, by, line.available)))
  }

  const isRefused = problems.some(({ code }) => code !== 'price_changed')
  return (
    <div className="cart-quantity">
      <QuantityInput
        itemName={name}
        aria-label={`Quantity: ${name}`}
        aria-invalid={isInvalid || isRefused}
        aria-describedby={isInvalid ? errorId : describedBy}
        value={isCleared ? '' : input}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setCleared(false)}
        onStep={step}
        onEnter={(field) => focusNextField(field, '.cart-quantity input')}
        enterKeyHint="next"
      />
      {isInvalid && <FieldError id={errorId} text={explainQuantity(parseQuantity(invalidInput))} />}
    </div>
  )
}
