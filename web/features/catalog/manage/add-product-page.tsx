import type { NewPart, Part, PartDetails, PartFits } from '@freehub/contract/catalog/parts'
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
import { isPartId, partDetailsQuery, partQuery } from '../part/part-queries.ts'
import { refetchParts } from '../refetch-parts.ts'
import {
  emptyProduct,
  listNewProductErrors,
  type ProductDraft,
  toNewProduct,
  toSimilarDraft,
} from './product-draft.ts'
import { ProductEditor } from './product-editor.tsx'
import { ProductSections } from './product-sections.tsx'
import { similarProductPath } from './similar-product-path.ts'

/** Adds a product. The parameter `like` names another product, whose data fill the form. */
export default function AddProductPage() {
  const session = useSession()
  const [params] = useSearchParams()
  const likeId = params.get('like') ?? ''
  const [added, setAdded] = useState<AddedProduct>()
  if (session.status !== 'signedIn') return <DashboardHead title="Add A Product" />
  const form = { email: session.user.email, onAdded: setAdded }
  return (
    <>
      <DashboardHead title="Add A Product" />
      <AddedNote product={added} />
      {isPartId(likeId) ? (
        <AddSimilarProduct key={likeId} id={likeId} {...form} />
      ) : (
        <AddProductForm {...form} formKey="product" defaults={emptyProduct} />
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
  const [seen, setSeen] = useState<[Part, PartDetails, PartFits]>()
  if (!seen && part.data && details.data && fits.data) setSeen([part.data, details.data, fits.data])
  const error = part.error ?? details.error ?? fits.error
  if (error && !seen)
    return <ErrorNote text={formatError(error)} onRetry={() => location.reload()} />
  if (part.data === null) return <ErrorNote text="This product does not exist any more." />
  if (!seen) return <LoadingScreen />
  return <AddProductForm {...form} formKey={`product ${id}`} defaults={toSimilarDraft(...seen)} />
}

interface AddProductFormProps extends FormProps {
  /** Key of the draft that the browser stores. */
  formKey: string
  defaults: ProductDraft
}

/** The form that adds a part. Restores the draft, and clears it after the part is added. */
function AddProductForm({ email, onAdded, formKey, defaults }: AddProductFormProps) {
  const client = useQueryClient()
  const form = useForm<ProductDraft>({ defaultValues: readProductDraft(email, formKey, defaults) })
  useFormDraft(email, formKey, form)
  const { setFocus } = form
  useEffect(() => setFocus('name'), [setFocus])
  const draft = useWatch({ control: form.control }) as ProductDraft
  const [areOpen, setOpen] = useState(defaults !== emptyProduct)
  const { mutate: add, isPending } = useCreate({
    send: (part: NewPart, headers) =>
      call<{ insertedId: string }>('POST', '/parts', { body: part, headers }),
    onSuccess: ({ insertedId: id }, part) => {
      void showToast('Product Added successfully')
      onAdded({ id, name: part.name })
      clearForm(part)
    },
    onError: (error) => {
      setOpen(true)
      showFieldErrors(form.setError, listNewProductErrors(error, form.getValues()))
    },
    onSettled: () => refetchParts(client),
  })

  // Keeps the draft if the user changed it while the request was pending.
  function clearForm(sent: NewPart) {
    if (JSON.stringify(toNewProduct(form.getValues())) !== JSON.stringify(sent)) return
    clearDraft(email, formKey)
    form.reset(emptyProduct, { keepFieldsRef: true })
    form.setFocus('name')
  }

  function submit(typed: ProductDraft) {
    if (typed.fits.every(({ interface: joint, size }) => joint === '' || size))
      add(toNewProduct(typed))
    else setOpen(true)
  }

  return (
    <FormProvider {...form}>
      <ProductEditor
        draft={draft}
        withStock
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

/** Reads a stored draft. Gives its entries new keys, because the stored keys may be used again. */
function readProductDraft(email: string, formKey: string, defaults: ProductDraft): ProductDraft {
  const draft = readDraft(email, formKey, defaults)
  return { ...draft, fits: draft.fits.map(toFormEntry) }
}
