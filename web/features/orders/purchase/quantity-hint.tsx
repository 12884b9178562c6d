import { adviseQuantity } from '@freehub/contract/catalog/prices'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCount } from '@freehub/contract/money'
import { Button } from '../../../ui/button.tsx'
import { formatAdvice } from '../../cart/format-advice.ts'
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
