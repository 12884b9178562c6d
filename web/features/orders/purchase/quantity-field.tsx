import { formatCount } from '@freehub/contract/money'
import { Minus, Plus } from 'lucide-react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { FieldFrame } from '../../../ui/forms/field.tsx'

type Input = Omit<ComponentProps<'input'>, 'className' | 'onKeyDown'>

interface QuantityFieldProps extends Input {
  least: number
  most: number
  error: string | undefined
  onStep: (step: 1 | -1) => void
}

/** How many pieces: typed, or by one more or fewer with the buttons and the arrow keys. */
export function QuantityField({ least, most, error, onStep, ...input }: QuantityFieldProps) {
  const hint = least <= most ? `${formatCount(least)} to ${formatCount(most)} pieces` : undefined

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
