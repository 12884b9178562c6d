import type { CartLine } from '@freehub/contract/cart/cart'
import { formatCount } from '@freehub/contract/money'
import { Button } from '../../../ui/button.tsx'
import { formatAdvice } from './format-advice.ts'

interface LineAdviceProps {
  advice: NonNullable<CartLine['advice']>
  /** The quantity of the line. */
  quantity: number
  /** The part of `quantity` that is in other rows of the same part. */
  otherQuantity?: number
  /** The name of the part, if the screen shows several parts. */
  name?: string
  /** Formats dollars, on a screen that shows another currency too. */
  formatPrice?: (dollars: number) => string
  onTake: (quantity: number) => void
}

/** States what a larger quantity saves, with a button that takes it. */
export function LineAdvice(props: LineAdviceProps) {
  const { advice, quantity, otherQuantity = 0, name, formatPrice, onTake } = props
  const taken = advice.quantity - otherQuantity
  const label = `Take ${formatCount(taken)}`
  return (
    <p className="line-advice text-ink-2 text-label tabular-nums">
      <span className={advice.savingCents === null ? undefined : 'saving'}>
        {formatAdvice(advice, quantity, formatPrice)}
      </span>{' '}
      <Button
        small
        aria-label={name === undefined ? undefined : `${label}: ${name}`}
        // The second click of a double click would take the next larger quantity.
        onClick={(event) => event.detail < 2 && onTake(taken)}
      >
        {label}
      </Button>
    </p>
  )
}
