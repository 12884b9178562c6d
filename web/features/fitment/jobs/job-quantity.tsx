import { type ComponentProps, useState } from 'react'
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
 * with Enter, and when the field loses the focus.
 */
export function JobQuantity({ value, maximum, onChange, ...input }: JobQuantityProps) {
  // The field shows the edited number until it is saved, so that the next step starts from it.
  const [edited, setEdited] = useState<{ text: string; isSaving?: boolean }>()
  const text = edited?.text ?? String(value)
  const count = parseQuantity(text)
  const isValid = count >= 1 && count <= maximum

  async function save(next: number) {
    if (next > maximum) return setEdited({ text: String(next) })
    if (next === value && !edited?.isSaving) return setEdited(undefined)
    const saved = { text: String(next), isSaving: true }
    setEdited(saved)
    await onChange(next)
    setEdited((current) => (current === saved ? undefined : current))
  }

  function saveInput() {
    if (!edited || edited.isSaving) return
    if (isValid && count !== value) void save(count)
    else setEdited(undefined)
  }

  return (
    <QuantityInput
      {...input}
      aria-invalid={!isValid}
      value={text}
      onChange={(event) => setEdited({ text: event.target.value })}
      onBlur={saveInput}
      onStep={(by) => void save(Math.max(1, (isValid ? count : value) + by))}
      onEnter={saveInput}
    />
  )
}
