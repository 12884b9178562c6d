import type { ManagedPart } from '@freehub/contract/catalog/parts'
import { PART_DESCRIPTION_LENGTH, PART_NAME_LENGTH, URL_LENGTH } from '@freehub/contract/limits'
import { pluralize } from '@freehub/contract/money'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { createField } from '../../../ui/forms/create-field.ts'
import { Field, TextAreaField } from '../../../ui/forms/field.tsx'
import { validateDollars, validatePieces } from './parse-numbers.ts'
import { getSoldOutWarning, IMAGE_URL_PATTERN, type PartFormValues } from './part-form-values.ts'

type StockedPart = Pick<ManagedPart, '_id' | 'availableQuantity'>

interface ProductFieldsProps {
  values: PartFormValues
  /** The existing part, whose stock has its own form. Undefined for a new part. */
  product: StockedPart | undefined
  /** The part that this one copies. */
  original: Pick<ManagedPart, 'name' | 'sku'> | undefined
  /** The fields below the name. */
  children: ReactNode
}

/** The fields of a part. */
export function ProductFields(props: ProductFieldsProps) {
  const { values, product, original, children } = props
  const { register, formState } = useFormContext<PartFormValues>()
  const field = createField(register, formState.errors)
  return (
    <>
      <TextAreaField
        label="Product Name"
        className="full product-name"
        rows={1}
        required
        maxLength={PART_NAME_LENGTH}
        onKeyDown={submitOnEnter}
        warning={
          original && values.name.trim() === original.name
            ? `Same name as ${original.sku ?? 'the original'}`
            : undefined
        }
        {...field('name')}
      />
      {children}
      <Field
        label="Per Unit Price"
        className="field-in-dollars"
        inputMode="decimal"
        required
        {...field('price', { validate: validateDollars })}
      />
      <Field
        label="Minimum Order Quantity"
        inputMode="numeric"
        required
        {...field('minimumOrder', { validate: validatePieces })}
      />
      {product ? (
        <AvailableQuantity product={product} />
      ) : (
        <Field
          label="Available Quantity"
          className="product-stock"
          inputMode="numeric"
          required
          warning={getSoldOutWarning(values)}
          {...field('availableQuantity', { validate: validatePieces })}
        />
      )}
      <TextAreaField
        label="Description"
        className="full product-description"
        required
        maxLength={PART_DESCRIPTION_LENGTH}
        {...field('description')}
      />
    </>
  )
}

function AvailableQuantity({ product }: { product: StockedPart }) {
  const id = useId()
  return (
    <div className="field product-stock">
      <span id={id} className="field-label">
        Available
      </span>
      <p className="flex items-center gap-4 min-h-12 tabular-nums">
        {pluralize(product.availableQuantity, 'piece', 'pieces')}
        <Link to={paths.stock(product._id)} aria-describedby={id}>
          Change
        </Link>
      </p>
    </div>
  )
}

interface ImageUrlFieldProps {
  hint: string
  /** The reason why the picture cannot be shown. */
  problem: string | undefined
}

/** The URL of a part's picture, validated by the browser. */
export function ImageUrlField({ hint, problem }: ImageUrlFieldProps) {
  const { register, formState } = useFormContext<PartFormValues>()
  return (
    <Field
      label="Image URL"
      hint={hint}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={URL_LENGTH}
      pattern={IMAGE_URL_PATTERN}
      title="Enter a URL that begins with https://, or a path on this site that begins with /"
      warning={problem}
      {...createField(register, formState.errors)('img')}
    />
  )
}

/** Makes Enter submit the form, as in a field with one line. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.click()
}
