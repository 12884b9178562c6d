import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { FormProvider, type UseFormReturn, useWatch } from 'react-hook-form'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { PhotoPicker } from '../photos/photo-picker.tsx'
import { useDroppedOrPastedFile } from '../photos/use-dropped-or-pasted-file.ts'
import { usePhotoUpload } from '../photos/use-photo-upload.ts'
import { NumberAndFamilyFields, toDrawingUrl, useDrawingPreview } from './product-data-fields.tsx'
import { ImageUrlField, ProductFields } from './product-fields.tsx'
import type { Product, ProductFormValues } from './product-form-values.ts'
import { ProductPreview, useImagePreview } from './product-preview.tsx'
import { ProductSections } from './product-sections.tsx'

/** The type of the error of a form that is sent during an upload. */
const UPLOADING = 'uploading'

interface ProductEditorProps {
  form: UseFormReturn<ProductFormValues>
  /** The existing part, whose stock is not in this form. */
  product?: Product
  /** The part that this one copies. */
  original?: Product | undefined
  areSectionsOpen: boolean
  /** True while a save is pending, if edits would be lost then. */
  isInert?: boolean
  /** The error of the last call. Its fields are marked in the form. */
  error: Error | null
  onSubmit: (values: ProductFormValues) => void
  /** The buttons. */
  children: ReactNode
}

/** The form of a part, with a preview and sections. The drawing of a new part is its picture unless staff choose another. */
export function ProductEditor(props: ProductEditorProps) {
  const { form, product, original, areSectionsOpen, isInert, error, onSubmit, children } = props
  const partId = product?._id
  const { errors, submitCount, defaultValues } = form.formState
  const values = useWatch({ control: form.control }) as ProductFormValues
  const element = useRef<HTMLFormElement>(null)
  const { drawing } = useDrawingPreview(values, partId) ?? {}
  const drawingUrl = drawing && toDrawingUrl(values.sku)
  const isDrawing = drawingUrl !== undefined && values.img.trim() === drawingUrl
  const imageHint = isDrawing
    ? 'Drawn from the dimensions below'
    : drawing && !drawingUrl
      ? 'Or enter an FH part number, to use the drawing'
      : 'Or link to one: https://… or a path on this site'
  const picture = useImagePreview(isDrawing ? '' : values.img)
  const upload = usePhotoUpload((url) => setImage(url))
  const isUploading = upload.progress !== undefined
  const localPicture = upload.preview ?? (isDrawing ? drawing : undefined)
  // This is known before the drawing has loaded. Otherwise the fields would move when it does.
  const previewsDrawing = !upload.preview && values.img.trim() === toDrawingUrl(values.sku)
  const { isOver, dropProps } = useDroppedOrPastedFile(isInert ? undefined : upload.start)

  useEffect(() => {
    if (element.current && (submitCount > 0 || error)) showInvalidFields(element.current)
  }, [submitCount, error])

  // A reset of the form also discards the photo that is being uploaded.
  const cancelUpload = useEffectEvent(() => upload.cancel())
  useEffect(() => cancelUpload(), [defaultValues])

  useEffect(() => {
    if (!isUploading && errors.root?.type === UPLOADING) form.clearErrors('root')
  }, [isUploading, errors.root, form])

  const defaultUrl = partId === undefined ? (drawingUrl ?? '') : ''
  const previousDefaultUrl = useRef('')
  const setDefaultPicture = useEffectEvent(() => {
    if (form.getValues('img') === previousDefaultUrl.current) setImage(defaultUrl)
    previousDefaultUrl.current = defaultUrl
  })
  useEffect(() => setDefaultPicture(), [defaultUrl])

  function setImage(url: string) {
    form.clearErrors('img')
    form.setValue('img', url, { shouldDirty: true })
  }

  function submit(fields: ProductFormValues) {
    if (fields.fits.every(({ interface: interfaceId, size }) => interfaceId === '' || size))
      onSubmit(fields)
  }

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className="product-add @container"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isUploading) return void form.handleSubmit(submit)(event)
          form.setError('root', {
            type: UPLOADING,
            message: 'The image is still uploading. Try again in a moment.',
          })
        }}
        // An inert element receives no drop, and the browser would then open the file.
        {...dropProps}
      >
        <div
          className="product-sheet"
          data-over={isOver || undefined}
          data-drawing={previewsDrawing || undefined}
        >
          <div className="@container" inert={isInert}>
            <div className="formgrid product-fields">
              <ProductFields values={values} product={product} original={original}>
                <NumberAndFamilyFields partId={partId} />
              </ProductFields>
              <fieldset className="full grid gap-3 min-w-0">
                <legend className="field-label mb-1.5">Image</legend>
                <PhotoPicker
                  upload={upload}
                  picture={localPicture ?? picture.url}
                  onRemove={values.img ? () => setImage(isDrawing ? '' : defaultUrl) : undefined}
                />
                <ImageUrlField hint={imageHint} problem={picture.problem} />
              </fieldset>
            </div>
          </div>
          <ProductSections areOpen={areSectionsOpen} isInert={isInert} partId={partId} />
          <div className="product-side">
            <div className="product-actions grid gap-3">
              {errors.root?.message && <ErrorMessage text={errors.root.message} />}
              <p className="actions">{children}</p>
            </div>
            <ProductPreview values={values} picture={picture} localPicture={localPicture} />
          </div>
        </div>
      </form>
    </FormProvider>
  )
}

/**
 * Opens sections with invalid fields and focuses the first of these fields. If there is none, focuses the submit button
 * if inert fields have lost the focus.
 */
function showInvalidFields(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<HTMLElement>('[aria-invalid=true]')]
  for (const field of fields) field.closest('details')?.setAttribute('open', '')
  const isFocusLost = document.activeElement === document.body
  const target = fields[0] ?? (isFocusLost && form.querySelector<HTMLElement>('[type=submit]'))
  if (target) target.focus()
}
