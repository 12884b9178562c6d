import { PIECES_MAXIMUM } from '@freehub/contract/constants'
import {
  DOLLARS_MAXIMUM,
  DOLLARS_MINIMUM,
  PART_DESCRIPTION_LENGTH,
  PART_NAME_LENGTH,
  URL_LENGTH,
} from '@freehub/contract/limits'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { Field, TextAreaField } from '../../../ui/forms/field.tsx'
import { IMAGE_ADDRESS_PATTERN, type NewPartDraft, soldOutFromTheStart } from './new-part-draft.ts'
import { NumberField } from './number-field.tsx'

interface ProductFieldsProps {
  register: UseFormRegister<NewPartDraft>
  errors: FieldErrors<NewPartDraft>
  draft: NewPartDraft
  /** What is wrong with the picture, as far as the browser sees. */
  pictureProblem: string | undefined
  /** Without it the stock is not asked for: of a part on sale it is changed elsewhere. */
  withStock?: boolean
}

/** What is typed of a part. What must be filled in, and how, the browser says. */
export function ProductFields({
  register,
  errors,
  draft,
  pictureProblem,
  withStock = false,
}: ProductFieldsProps) {
  return (
    <>
      <Field
        label="Product Name"
        className="full"
        required
        maxLength={PART_NAME_LENGTH}
        error={errors.name?.message}
        {...register('name')}
      />
      <NumberField
        label="Per Unit Price"
        className="product-price"
        hint="in dollars"
        inputMode="decimal"
        required
        min={DOLLARS_MINIMUM}
        max={DOLLARS_MAXIMUM}
        step="0.01"
        error={errors.price?.message}
        {...register('price')}
      />
      <NumberField
        label="Minimum Order Quantity"
        inputMode="numeric"
        required
        min={1}
        max={PIECES_MAXIMUM}
        error={errors.minimumOrder?.message}
        {...register('minimumOrder')}
      />
      {withStock && (
        <NumberField
          label="Available Quantity"
          inputMode="numeric"
          required
          min={0}
          max={PIECES_MAXIMUM}
          error={errors.availableQuantity?.message}
          warning={soldOutFromTheStart(draft)}
          {...register('availableQuantity')}
        />
      )}
      <TextAreaField
        label="Description"
        className="full"
        required
        maxLength={PART_DESCRIPTION_LENGTH}
        error={errors.description?.message}
        {...register('description')}
      />
      <Field
        label="Image URL"
        hint="https://… or a path of the shop"
        className="full"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={URL_LENGTH}
        pattern={IMAGE_ADDRESS_PATTERN}
        title="An address that begins with https://, or a path of the shop that begins with /"
        error={errors.img?.message}
        warning={pictureProblem}
        {...register('img')}
      />
    </>
  )
}
