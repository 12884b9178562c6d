import type { NewPart, Part, PartDetails, PartFits } from '@freehub/contract/catalog/parts'
import { isId } from '@freehub/contract/read-id'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { useCreate } from '../../../api/use-create.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { clearDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { toFormEntry } from '../../fitment/fit-entries.tsx'
import { partFitsQuery } from '../../fitment/staff/part-fits-form.tsx'
import { useSession } from '../../identity/session.ts'
import { partDetailsQuery, partQuery } from '../part/part-queries.ts'
import { refetchParts } from '../refetch-parts.ts'
import { ProductEditor } from './product-editor.tsx'
import {
  emptyProduct,
  listNewProductErrors,
  type ProductFormValues,
  toNewProduct,
  toSimilarProductValues,
} from './product-form-values.ts'
import { ProductSections } from './product-sections.tsx'
import { similarProductPath } from './similar-product-path.ts'

/** Adds a product. The parameter `like` is the id of another product, whose data fill the form. */
export default function AddProductPage() {
  const session = useSession()
  const [params] = useSearchParams()
  const likeId = params.get('like') ?? ''
  const [addedProduct, setAddedProduct] = useState<AddedProduct>()
  if (session.status !== 'signedIn') return <DashboardHead title="Add A Product" />
  const form = { email: session.user.email, onAdded: setAddedProduct }
  return (
    <>
      <DashboardHead title="Add A Product" />
      <AddedNote product={addedProduct} />
      {isId(likeId) ? (
        <AddSimilarProduct key={likeId} id={likeId} {...form} />
      ) : (
        <AddProductForm {...form} draftKey="product" defaults={emptyProduct} />
      )}
    </>
  )
}

interface AddedProduct {
  id: string
  name: string
}

/** Links to the last added product. The empty form below adds another one. */
function AddedNote({ product }: { product: AddedProduct | undefined }) {
  return (
    <p className="product-added" role="status">
      {product && (
        <>
          <span>
            Added: <b>{product.name}</b>
          </span>
          <Link to={paths.part(product.id)}>View</Link>
          <Link to={paths.editProduct(product.id)}>Edit</Link>
          <Link to={similarProductPath(product.id)}>Add a similar one</Link>
          <span className="second">or add another below.</span>
        </>
      )}
    </p>
  )
}

interface FormProps {
  email: string
  onAdded: (product: AddedProduct) => void
}

function AddSimilarProduct({ id, ...form }: FormProps & { id: string }) {
  const part = useQuery(partQuery(id))
  const details = useQuery(partDetailsQuery(id))
  const fits = useQuery(partFitsQuery(id))
  // Later refetches must not change the open form.
  const [copiedData, setCopiedData] = useState<[Part, PartDetails, PartFits]>()
  if (!copiedData && part.data && details.data && fits.data)
    setCopiedData([part.data, details.data, fits.data])
  const error = part.error ?? details.error ?? fits.error
  if (error && !copiedData)
    return <ErrorNote text={formatError(error)} onRetry={() => location.reload()} />
  if (part.data === null) return <ErrorNote text="This product does not exist any more." />
  if (!copiedData) return <LoadingScreen />
  return (
    <AddProductForm
      {...form}
      draftKey={`product ${id}`}
      defaults={toSimilarProductValues(...copiedData)}
    />
  )
}

interface AddProductFormProps extends FormProps {
  /** Key of the draft that the browser stores. */
  draftKey: string
  defaults: ProductFormValues
}

/** The form that adds a part. Restores the draft, and clears it after the part is added. */
function AddProductForm({ email, onAdded, draftKey, defaults }: AddProductFormProps) {
  const client = useQueryClient()
  const form = useForm<ProductFormValues>({
    defaultValues: readProductDraft(email, draftKey, defaults),
  })
  useFormDraft(email, draftKey, form)
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  const values = useWatch({ control: form.control }) as ProductFormValues
  const [areOpen, setOpen] = useState(defaults !== emptyProduct)
  const { mutate: add, isPending } = useCreate({
    send: (part: NewPart, headers) =>
      call<{ insertedId: string }>('POST', '/parts', { body: part, headers }),
    onSuccess: ({ insertedId: id }, part) => {
      void showToast('Product Added successfully')
      onAdded({ id, name: part.name })
      clearIfUnchanged(part)
    },
    onError: (error) => {
      setOpen(true)
      showFieldErrors(form.setError, listNewProductErrors(error, form.getValues()))
    },
    onSettled: () => refetchParts(client),
  })

  // If the user changed the form while the request was pending, the draft stays.
  function clearIfUnchanged(sent: NewPart) {
    if (JSON.stringify(toNewProduct(form.getValues())) !== JSON.stringify(sent)) return
    clearDraft(email, draftKey)
    form.reset(emptyProduct, { keepFieldsRef: true })
    form.setFocus('name')
  }

  function submit(fields: ProductFormValues) {
    if (fields.fits.every(({ interface: interfaceId, size }) => interfaceId === '' || size))
      add(toNewProduct(fields))
    else setOpen(true)
  }

  return (
    <FormProvider {...form}>
      <ProductEditor
        values={values}
        hasStockField
        sections={<ProductSections areOpen={areOpen} />}
        onSubmit={form.handleSubmit(submit)}
      >
        <SubmitButton busy={isPending} busyLabel="Adding …">
          Add Product
        </SubmitButton>
      </ProductEditor>
    </FormProvider>
  )
}

/** Reads a stored draft. Gives its fits new keys, because fits that the user adds may get the stored keys. */
function readProductDraft(
  email: string,
  draftKey: string,
  defaults: ProductFormValues,
): ProductFormValues {
  const draft = readDraft(email, draftKey, defaults)
  return { ...draft, fits: draft.fits.map(toFormEntry) }
}
