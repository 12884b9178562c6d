import type { PartDetails, PartUpdate } from '@freehub/contract/catalog/parts'
import { PRICE_STEPS_MAXIMUM } from '@freehub/contract/limits'
import { X } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { createField } from '../../../ui/forms/create-field.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { removeRow } from '../../../ui/forms/remove-row.ts'
import { parseDollars, parseWholeNumber, validateDollars, validatePieces } from './parse-numbers.ts'

/** The texts of the fields, as typed. */
export const STEP_ROW_KEYS = { priceTiers: 'fromQuantity' }

export interface StepFormValues {
  priceTiers: { fromQuantity: string; price: string }[]
  orderMultiple: string
}

/** The fields for price steps and order multiple, inside a form. */
export function PriceStepFields() {
  const { control, register, formState } = useFormContext<StepFormValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'priceTiers' })
  const field = createField(register, formState.errors)
  return (
    <>
      {fields.map(({ id }, index) => (
        <fieldset
          key={id}
          aria-label={`Step ${index + 1}`}
          className="price-step grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_44px] gap-x-3 items-start"
        >
          <Field
            label="From quantity"
            inputMode="numeric"
            {...field(`priceTiers.${index}.fromQuantity`, { validate: validatePieces })}
          />
          <Field
            label="Price per unit"
            className="field-in-dollars"
            inputMode="decimal"
            {...field(`priceTiers.${index}.price`, { validate: validateDollars })}
          />
          <Button
            className="btn-icon"
            aria-label={`Remove step ${index + 1}`}
            onClick={({ currentTarget }) => removeRow(currentTarget, () => remove(index))}
          >
            <X aria-hidden="true" />
          </Button>
        </fieldset>
      ))}
      <p className="actions">
        <Button
          small
          disabled={fields.length >= PRICE_STEPS_MAXIMUM}
          onClick={() => append({ fromQuantity: '', price: '' })}
        >
          Add a Price Step
        </Button>
      </p>
      <Field
        label="Sold in multiples of"
        hint="or empty"
        inputMode="numeric"
        {...field('orderMultiple', {
          validate: (text) => text.trim() === '' || validatePieces(text),
        })}
      />
    </>
  )
}

/** Returns the price steps (all tiers but the first) and the order multiple, as a change and its `seen` contain them. */
export function toPriceSteps({ priceTiers, orderMultiple }: PartDetails) {
  return { priceTiers: priceTiers.slice(1), orderMultiple }
}

/** Formats the price steps and the multiple of a part for the form. */
export function toStepFormValues(details: PartDetails): StepFormValues {
  const { priceTiers, orderMultiple } = toPriceSteps(details)
  return {
    priceTiers: priceTiers.map(({ fromQuantity, price }) => ({
      fromQuantity: String(fromQuantity),
      price: price.toFixed(2),
    })),
    orderMultiple: orderMultiple === null ? '' : String(orderMultiple),
  }
}

/** Converts valid values of the form to fields of a part's update, with prices in dollars. */
export function parseStepFormValues({ priceTiers, orderMultiple }: StepFormValues) {
  return {
    priceTiers: priceTiers.map(({ fromQuantity, price }) => ({
      fromQuantity: parseWholeNumber(fromQuantity) as number,
      price: parseDollars(price) as number,
    })),
    orderMultiple: parseWholeNumber(orderMultiple) ?? null,
  } satisfies PartUpdate
}

/** Returns the names of the fields, to show the errors of a refused call. */
export const listStepFields = ({ priceTiers }: StepFormValues) => [
  ...priceTiers.flatMap(
    (_, index) => [`priceTiers.${index}.fromQuantity`, `priceTiers.${index}.price`] as const,
  ),
  'orderMultiple' as const,
]
