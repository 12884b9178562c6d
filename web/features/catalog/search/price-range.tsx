import { DOLLARS_MESSAGE } from '@freehub/contract/limits'
import { useId } from 'react'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { useDebouncedInput } from '../../../ui/forms/use-debounced-input.ts'
import { parseDollars } from '../manage/parse-numbers.ts'
import type { FilterProps } from './use-part-filters.ts'

/**
 * Filter of the price per unit in dollars. Invalid amounts show an error and do not filter. A lower price above the
 * upper price shows an error, but still filters.
 */
export function PriceRange({ filters, updateFilters }: FilterProps) {
  const errorId = useId()
  const from = useDollarsInput(filters.priceFrom, (priceFrom, replace) =>
    updateFilters({ priceFrom }, { replace }),
  )
  const to = useDollarsInput(filters.priceTo, (priceTo, replace) =>
    updateFilters({ priceTo }, { replace }),
  )
  const { priceFrom = 0, priceTo = Number.POSITIVE_INFINITY } = filters
  const isReversed = priceFrom > priceTo
  const error =
    from.isInvalid || to.isInvalid
      ? DOLLARS_MESSAGE
      : isReversed && 'The lower price is above the upper price.'
  const errorProps = { isReversed, 'aria-describedby': error ? errorId : undefined }

  return (
    <fieldset className="grid gap-2.5 min-w-0">
      <legend className="filter-head mb-2.5">Price per unit</legend>
      <div className="range grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2.5">
        <DollarField name="priceFrom" label="From, in dollars" dollars={from} {...errorProps} />
        <span aria-hidden="true">to</span>
        <DollarField name="priceTo" label="To, in dollars" dollars={to} {...errorProps} />
      </div>
      {error && (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function useDollarsInput(
  value: number | undefined,
  onCommit: (dollars: number | undefined, replace: boolean) => void,
) {
  const debounced = useDebouncedInput({
    value,
    parse: parsePrice,
    format: formatPrice,
    onCommit,
  })
  return { ...debounced, isInvalid: Number.isNaN(parseDollars(debounced.text)) }
}

const parsePrice = (text: string) => parseDollars(text) || undefined
const formatPrice = (dollars: number | undefined) => dollars?.toString() ?? ''

interface DollarFieldProps {
  name: string
  label: string
  dollars: ReturnType<typeof useDollarsInput>
  isReversed: boolean
  'aria-describedby': string | undefined
}

function DollarField({ name, label, dollars, isReversed, ...errorProps }: DollarFieldProps) {
  return (
    <span className="dollars relative">
      <span
        className="absolute top-1/2 left-3.5 z-1 [translate:0_-50%] text-ink-2"
        aria-hidden="true"
      >
        $
      </span>
      <input
        {...dollars.input}
        {...errorProps}
        onKeyDown={onEnter(dollars.commitNow)}
        className="input"
        type="text"
        inputMode="decimal"
        name={name}
        aria-label={label}
        aria-invalid={dollars.isInvalid || isReversed || undefined}
        maxLength={12}
      />
    </span>
  )
}
