import type { ReactNode, SubmitEventHandler } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { PhotoChoice } from '../photos/photo-choice.tsx'
import { useDroppedFile } from '../photos/use-dropped-file.ts'
import { usePhotoUpload } from '../photos/use-photo-upload.ts'
import { usePicture } from '../use-picture.ts'
import type { NewPartDraft } from './new-part-draft.ts'
import { ProductFields } from './product-fields.tsx'
import { ProductPreview } from './product-preview.tsx'

interface ProductSheetProps {
  form: UseFormReturn<NewPartDraft>
  draft: NewPartDraft
  withStock?: boolean
  onSend: SubmitEventHandler<HTMLFormElement>
  /** What sends the form. */
  children: ReactNode
}

/** The form of a part, with its picture from wherever it comes, and beside it the part as it will look. */
export function ProductSheet({ form, draft, withStock, onSend, children }: ProductSheetProps) {
  const { errors } = form.formState
  const picture = usePicture(draft.img)
  const upload = usePhotoUpload((address) => setPicture(address))
  const { isOver, place } = useDroppedFile(upload.take)

  function setPicture(address: string) {
    form.clearErrors('img')
    form.setValue('img', address, { shouldDirty: true })
  }

  return (
    <div className="product-add">
      <div className="product-sheet" data-over={isOver || undefined} {...place}>
        <form
          className="product-form"
          autoComplete="off"
          onSubmit={(event) => {
            event.preventDefault()
            if (upload.share === undefined) return onSend(event)
            form.setError('root', { message: 'The photo is still on its way. Wait a moment.' })
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
              <PhotoChoice
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
        <ProductPreview draft={draft} picture={picture} sent={upload.preview} />
      </div>
    </div>
  )
}
