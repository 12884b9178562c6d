import { PIECES_MAXIMUM } from '@freehub/contract/constants'
import {
  DOLLARS_MAXIMUM,
  DOLLARS_MINIMUM,
  PART_DESCRIPTION_LENGTH,
  PART_NAME_LENGTH,
  URL_LENGTH,
} from '@freehub/contract/limits'
import { ErrorNote } from '../ui/error-note.tsx'
import { Field, TextAreaField } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { IMAGE_ADDRESS_PATTERN, soldOutFromTheStart } from './new-part-draft.ts'
import { NumberField } from './number-field.tsx'
import { ProductPreview } from './product-preview.tsx'
import { useNewPartForm } from './use-new-part-form.ts'
import { usePicture } from './use-picture.ts'

/** Adds a part. What must be filled in, and how, the browser says; what it cannot know, the shop. */
export function ProductForm({ email }: { email: string }) {
  const { register, errors, draft, add, adding } = useNewPartForm(email)
  const picture = usePicture(draft.img)
  return (
    <div className="product-add">
      <div className="product-sheet">
        <form className="product-form" autoComplete="off" onSubmit={add}>
          <div className="formgrid product-fields">
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
              hint="https://… or /drawings/…"
              className="full"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={URL_LENGTH}
              pattern={IMAGE_ADDRESS_PATTERN}
              title="An address that begins with https://, or a path of the shop that begins with /"
              error={errors.img?.message}
              warning={picture.problem}
              {...register('img')}
            />
            {errors.root?.message && (
              <div className="full">
                <ErrorNote text={errors.root.message} />
              </div>
            )}
            <p className="act full">
              <SubmitButton busy={adding} atWork="Adding …">
                Add Product
              </SubmitButton>
            </p>
          </div>
        </form>
        <ProductPreview draft={draft} picture={picture} />
      </div>
    </div>
  )
}
