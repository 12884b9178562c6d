import type { CartLine } from '@freehub/contract/cart/cart'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCount } from '@freehub/contract/money'
import { Minus, Plus } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'

interface QuantityInputProps extends Omit<ComponentProps<'input'>, 'className' | 'onKeyDown'> {
  /** The name of the item, which distinguishes the step buttons in lists: `Fewer: Holm chain`. */
  itemName?: string
  onStep: (step: 1 | -1) => void
  /** Called for the Enter key. If undefined, Enter submits the form. */
  onEnter?: (input: HTMLInputElement) => void
}

/** A number with step buttons. The arrow keys also change it, so the Tab key skips the buttons. */
export function QuantityInput({ itemName, onStep, onEnter, ...input }: QuantityInputProps) {
  const suffix = itemName ? `: ${itemName}` : ''

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') onEnter?.(event.currentTarget)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? 1 : -1)
  }

  return (
    <div className="quantity">
      <button type="button" tabIndex={-1} aria-label={`Fewer${suffix}`} onClick={() => onStep(-1)}>
        <Minus className="ic" aria-hidden="true" />
      </button>
      <input
        className="input"
        inputMode="numeric"
        autoComplete="off"
        onKeyDown={handleKey}
        {...input}
      />
      <button type="button" tabIndex={-1} aria-label={`More${suffix}`} onClick={() => onStep(1)}>
        <Plus className="ic" aria-hidden="true" />
      </button>
    </div>
  )
}

/** True if a line of an order can have this quantity: 1 to `QUANTITY_MAXIMUM`. */
export const isQuantity = (quantity: number): boolean =>
  quantity >= 1 && quantity <= QUANTITY_MAXIMUM

type Terms = Pick<CartLine, 'available' | 'minimumOrder' | 'orderMultiple'>

/** Formats which quantities of a part can be ordered: `8,100 available, minimum 50, multiples of 10`. */
export function formatTerms({ available, minimumOrder, orderMultiple }: Terms): string {
  return [
    `${formatCount(Math.max(available, 0))} available`,
    minimumOrder > 1 && `minimum ${formatCount(minimumOrder)}`,
    orderMultiple !== null && orderMultiple > 1 && `multiples of ${formatCount(orderMultiple)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns the error message for a quantity that a line cannot have. */
export function explainQuantity(quantity: number): string {
  if (quantity < 1) return 'Enter a quantity of at least 1.'
  if (quantity > QUANTITY_MAXIMUM) return `Enter at most ${formatCount(QUANTITY_MAXIMUM)} pieces.`
  return 'Enter a whole number of pieces.'
}

/** Parses integers such as `1240`, `1,240` and `-5`. Returns NaN for other texts, such as `12,40` and `12.5`. */
export function parseQuantity(typed: string): number {
  const text = typed.trim()
  if (!/^-?(\d+|\d{1,3}(,\d{3})+)$/.test(text)) return Number.NaN
  return Number(text.replaceAll(',', ''))
}
