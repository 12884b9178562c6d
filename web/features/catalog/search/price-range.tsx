import type { PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { useId } from 'react'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { useTyped } from '../../../ui/forms/use-typed.ts'
import { dollarsTyped } from '../manage/dollars-typed.ts'
import type { Want } from './use-parts-wanted.ts'

/** From how many dollars to how many one piece may cost. What is no amount is not wanted, and said. */
export function PriceRange({ wanted, want }: { wanted: PartsWanted; want: Want }) {
  const errorId = useId()
  const from = useDollars(wanted.priceFrom, (priceFrom, replace) =>
    want({ priceFrom }, { replace }),
  )
  const to = useDollars(wanted.priceTo, (priceTo, replace) => want({ priceTo }, { replace }))
  const { priceFrom = 0, priceTo = Number.POSITIVE_INFINITY } = wanted
  const error =
    from.wrong || to.wrong
      ? 'Give an amount in dollars, such as 4.50.'
      : priceFrom > priceTo && 'The first price is above the second.'
  const described = { 'aria-describedby': error ? errorId : undefined }

  return (
    <fieldset className="price-range">
      <legend className="filter-head">Price per unit</legend>
      <div className="range">
        <DollarField name="priceFrom" label="From, in dollars" dollars={from} {...described} />
        <span aria-hidden="true">to</span>
        <DollarField name="priceTo" label="To, in dollars" dollars={to} {...described} />
      </div>
      {error && (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function useDollars(
  value: number | undefined,
  onTyped: (dollars: number | undefined, again: boolean) => void,
) {
  const typed = useTyped({ value, read: readDollars, say: sayDollars, onTyped })
  return { ...typed, wrong: Number.isNaN(dollarsTyped(typed.text)) }
}

const readDollars = (text: string) => dollarsTyped(text) || undefined
const sayDollars = (dollars: number | undefined) => dollars?.toString() ?? ''

interface DollarFieldProps {
  name: string
  label: string
  dollars: ReturnType<typeof useDollars>
  'aria-describedby': string | undefined
}

function DollarField({ name, label, dollars, ...described }: DollarFieldProps) {
  return (
    <span className="dollars">
      <span aria-hidden="true">$</span>
      <input
        {...dollars.input}
        {...described}
        onKeyDown={onEnter(dollars.hearAtOnce)}
        className="input"
        type="text"
        inputMode="decimal"
        name={name}
        aria-label={label}
        aria-invalid={dollars.wrong || undefined}
        maxLength={12}
      />
    </span>
  )
}
