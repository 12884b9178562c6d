import type { ReactNode, SubmitEventHandler } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { PhotoPicker } from '../photos/photo-picker.tsx'
import { useFileDrop } from '../photos/use-file-drop.ts'
import { usePhotoUpload } from '../photos/use-photo-upload.ts'
import type { PartDraft } from './part-draft.ts'
import { ProductFields } from './product-fields.tsx'
import { ProductPreview, useImagePreview } from './product-preview.tsx'

interface ProductEditorProps {
  form: UseFormReturn<PartDraft>
  draft: PartDraft
  withStock?: boolean
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
}

/** The form of a part beside a preview. Takes its picture from an address or an upload. */
export function ProductEditor({ form, draft, withStock, onSubmit, children }: ProductEditorProps) {
  const { errors } = form.formState
  const picture = useImagePreview(draft.img)
  const upload = usePhotoUpload((address) => setPicture(address))
  const { isOver, dropProps } = useFileDrop(upload.start)

  function setPicture(address: string) {
    form.clearErrors('img')
    form.setValue('img', address, { shouldDirty: true })
  }

  return (
    <div className="product-add">
      <div className="product-sheet" data-over={isOver || undefined} {...dropProps}>
        <form
          className="product-form"
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault()
            if (upload.progress === undefined) return onSubmit(event)
            form.setError('root', {
              message: 'The photo is still uploading. Try again in a moment.',
            })
          }}
        >
          <div className="formgrid product-fields">
            <ProductFields
              register={form.register}
              errors={errors}
              draft={draft}
              pictureProblem={picture.problem}
              withStock={withStock ?? false}
            />
            <div className="full">
              <PhotoPicker
                upload={upload}
                onRemove={draft.img ? () => setPicture('') : undefined}
              />
            </div>
            {errors.root?.message && (
              <div className="full">
                <ErrorNote text={errors.root.message} />
              </div>
            )}
            <p className="act full">{children}</p>
          </div>
        </form>
        <ProductPreview draft={draft} picture={picture} uploadPreview={upload.preview} />
      </div>
    </div>
  )
}
