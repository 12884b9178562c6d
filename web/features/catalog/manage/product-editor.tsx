import type { ReactNode, SubmitEventHandler } from 'react'
import { useFormContext } from 'react-hook-form'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { PhotoPicker } from '../photos/photo-picker.tsx'
import { useFileDrop } from '../photos/use-file-drop.ts'
import { usePhotoUpload } from '../photos/use-photo-upload.ts'
import type { PartFormValues } from './part-form-values.ts'
import { ProductFields } from './product-fields.tsx'
import { ProductPreview, useImagePreview } from './product-preview.tsx'

interface ProductEditorProps {
  values: PartFormValues
  hasStockField?: boolean
  /** Additional fields below the preview. */
  sections?: ReactNode
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
}

/** The form of a part beside a preview. The picture comes from a URL or an upload. */
export function ProductEditor(props: ProductEditorProps) {
  const { values, hasStockField = false, sections, onSubmit, children } = props
  const form = useFormContext<PartFormValues>()
  const { errors } = form.formState
  const picture = useImagePreview(values.img)
  const upload = usePhotoUpload((url) => setPicture(url))
  const { isOver, dropProps } = useFileDrop(upload.start)

  function setPicture(url: string) {
    form.clearErrors('img')
    form.setValue('img', url, { shouldDirty: true })
  }

  const actions = (
    <>
      {errors.root?.message && (
        <div className="full">
          <ErrorNote text={errors.root.message} />
        </div>
      )}
      <p className="act full">{children}</p>
    </>
  )
  return (
    <form
      className="product-add @container grid gap-10"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        if (upload.progress === undefined) return onSubmit(event)
        form.setError('root', {
          message: 'The photo is still uploading. Try again in a moment.',
        })
      }}
    >
      <div className="product-sheet" data-over={isOver || undefined} {...dropProps}>
        <div className="@container">
          <div className="formgrid product-fields">
            <ProductFields
              register={form.register}
              errors={errors}
              values={values}
              pictureProblem={picture.problem}
              hasStockField={hasStockField}
            />
            <div className="full">
              <PhotoPicker
                upload={upload}
                onRemove={values.img ? () => setPicture('') : undefined}
              />
            </div>
            {!sections && actions}
          </div>
        </div>
        <ProductPreview values={values} picture={picture} uploadPreview={upload.preview} />
      </div>
      {sections}
      {sections && actions}
    </form>
  )
}
