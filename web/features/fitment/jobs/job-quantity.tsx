import { formatCount } from '@freehub/contract/money'
import { type ComponentProps, useId, useState } from 'react'
import { FieldError } from '../../../ui/forms/field.tsx'
import { parseQuantity, QuantityInput } from '../../../ui/forms/quantity-input.tsx'

interface JobQuantityProps
  extends Pick<ComponentProps<typeof QuantityInput>, 'id' | 'aria-label' | 'itemName'> {
  value: number
  maximum: number
  /** Saves the number. Resolves when the number is saved or refused. */
  onChange: (value: number) => Promise<unknown>
}

/**
 * Edits the units of a build job, or the quantity of a part for one unit, from 1 to `maximum`. Saves with each step,
 * with Enter, and when the field loses the focus. Keeps an invalid text, with an error.
 */
export function JobQuantity({ value, maximum, onChange, ...input }: JobQuantityProps) {
  const errorId = useId()
  const [typed, setTyped] = useState<string>()
  // The newest number whose save is pending. The step buttons start from it.
  const [pending, setPending] = useState<{ number: number }>()
  const latest = pending?.number ?? value
  const text = typed ?? String(latest)
  const count = parseQuantity(text)
  const isValid = count >= 1 && count <= maximum

  async function save(next: number) {
    setTyped(undefined)
    if (next === latest) return
    const saved = { number: next }
    setPending(saved)
    await onChange(next)
    setPending((current) => (current === saved ? undefined : current))
  }

  function saveInput() {
    if (isValid) void save(count)
  }

  return (
    <div
      className={
        isValid ? 'contents' : 'grid gap-1.5 justify-items-start [.job-parts_&]:justify-items-end'
      }
    >
      <QuantityInput
        {...input}
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : errorId}
        value={text}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={saveInput}
        onStep={(by) => void save(Math.min(maximum, Math.max(1, (isValid ? count : latest) + by)))}
        onEnter={saveInput}
      />
      {!isValid && (
        <FieldError id={errorId} text={`Enter a whole number from 1 to ${formatCount(maximum)}.`} />
      )}
    </div>
  )
}
