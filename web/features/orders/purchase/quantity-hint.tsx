import { adviseQuantity, type QuantityAdvice } from '@freehub/contract/catalog/prices'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Button } from '../../../ui/button.tsx'
import type { OrderedPart } from './validate-order.ts'

interface QuantityHintProps {
  part: OrderedPart
  quantity: number
  /** Sets the quantity. */
  onTake: (quantity: number) => void
}

/** States what a larger quantity saves, with a button that takes it. Empty without a cheaper quantity. */
export function QuantityHint({ part, quantity, onTake }: QuantityHintProps) {
  const isValid = quantity >= part.minimumOrder && quantity <= QUANTITY_MAXIMUM
  const advice = isValid ? adviseQuantity(part, quantity, part.availableQuantity) : undefined
  return (
    <div className="quantity-hint full" role="status">
      {advice && (
        <>
          <p>{formatAdvice(advice, quantity)}</p>
          <Button small onClick={() => onTake(advice.quantity)}>
            Take {formatCount(advice.quantity)}
          </Button>
        </>
      )}
    </div>
  )
}

/** `30 more and each costs $5.72.`, or `300 cost $9.40 less than 280.` */
export function formatAdvice(advice: QuantityAdvice, quantity: number): string {
  const { savingCents, unitPriceCents } = advice
  if (savingCents === null) {
    return `${formatCount(advice.quantity - quantity)} more and each costs ${formatDollars(unitPriceCents / 100)}.`
  }
  const saving = formatDollars(savingCents / 100)
  return `${formatCount(advice.quantity)} cost ${saving} less than ${formatCount(quantity)}.`
}
