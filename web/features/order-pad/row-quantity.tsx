import { type KeyboardEvent, useId, useState } from 'react'
import { FieldError } from '../../ui/forms/field.tsx'
import { explainQuantity, isQuantity, parseQuantity } from '../../ui/forms/quantity-input.tsx'
import type { PadStore } from './pad-store.ts'
import type { PadRowView } from './row-data.ts'

interface RowQuantityProps {
  view: PadRowView
  name: string
  pad: PadStore
}

/** The quantity field of a row. Enter and arrow down move the focus to the next row, arrow up to the previous row. */
export function RowQuantity({ view: { row, group, isRepeated }, name, pad }: RowQuantityProps) {
  const [input, setInput] = useState<string>()
  const errorId = useId()
  // After another change of the quantity, such as Undo, the field shows the row's quantity. An invalid
  // input stays until the user corrects it.
  const parsed = parseQuantity(input ?? '')
  const isCurrent = input !== undefined && row.quantity === (isQuantity(parsed) ? parsed : null)
  const shown = isCurrent ? input : String(row.quantity ?? '')
  const isInvalid = shown !== '' && !isQuantity(parseQuantity(shown))

  function changeInput(text: string) {
    setInput(text)
    const quantity = parseQuantity(text)
    pad.setQuantity(row.id, isQuantity(quantity) ? quantity : null)
  }

  function moveFocus(event: KeyboardEvent<HTMLInputElement>) {
    if (event.altKey || event.nativeEvent.isComposing) return
    const isUp = event.key === 'ArrowUp'
    if (!isUp && event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    const inputs = [
      ...document.querySelectorAll<HTMLInputElement>('.pad-quantity input, #pad-paste'),
    ]
    // After the last row, the focus returns to the paste field.
    const position = inputs.indexOf(event.currentTarget) + (isUp ? -1 : 1)
    const next = inputs[position] ?? inputs[0]
    next?.focus()
    next?.select()
  }

  return (
    <div className="pad-quantity">
      <input
        className="input min-h-11 py-1.5 text-right"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Quantity: ${name}`}
        aria-invalid={isInvalid || group === 'invalidQuantity'}
        aria-describedby={
          isInvalid
            ? errorId
            : group === 'soldOut' || (group === 'invalidQuantity' && !isRepeated)
              ? getProblemId(row.id)
              : undefined
        }
        value={shown}
        onChange={(event) => changeInput(event.target.value)}
        onBlur={() => !isInvalid && setInput(undefined)}
        onKeyDown={moveFocus}
      />
      {isInvalid && <FieldError id={errorId} text={explainQuantity(parseQuantity(shown))} />}
    </div>
  )
}

/** Returns the id of the sentence that describes the problem of a row's quantity. */
export const getProblemId = (id: number) => `pad-problem-${id}`
