import { formatCount } from '@freehub/contract/money'
import { Minus, Plus } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { FieldFrame } from '../../../ui/forms/field.tsx'

type Input = Omit<ComponentProps<'input'>, 'className' | 'onKeyDown'>

interface QuantityFieldProps extends Input {
  minimum: number
  maximum: number
  error: string | undefined
  onStep: (step: 1 | -1) => void
}

/** Number field with step buttons. The arrow keys step too. */
export function QuantityField({ minimum, maximum, error, onStep, ...input }: QuantityFieldProps) {
  const hint =
    minimum <= maximum ? `${formatCount(minimum)} to ${formatCount(maximum)} pieces` : undefined

  function stepByKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? 1 : -1)
  }

  return (
    <FieldFrame label="Order Quantity" hint={hint} error={error} className="full">
      {(control) => (
        <div className="quantity">
          <button type="button" aria-label="Fewer" onClick={() => onStep(-1)}>
            <Minus className="ic" aria-hidden="true" />
          </button>
          <input
            className="input"
            inputMode="numeric"
            autoComplete="off"
            onKeyDown={stepByKey}
            {...input}
            {...control}
          />
          <button type="button" aria-label="More" onClick={() => onStep(1)}>
            <Plus className="ic" aria-hidden="true" />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
