import type { NewPart } from '@freehub/contract/catalog/parts'
import { isId } from '@freehub/contract/read-id'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { toCreateFieldErrors } from '../../../api/field-errors.ts'
import { useCreate } from '../../../api/use-create.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { DiscardDialog } from '../../../ui/dialogs/discard-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { clearDraft, createKeyStorage } from '../../../ui/forms/form-draft.ts'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { DashboardHead, ParentLink } from '../../../ui/page/dashboard-head.tsx'
import { useSession } from '../../identity/session.ts'
import { refetchParts } from '../refetch-parts.ts'
import { productQuery } from './managed-parts-queries.ts'
import { ProductEditor } from './product-editor.tsx'
import {
  emptyProduct,
  listProductFields,
  type Product,
  type ProductFormValues,
  readProductDraft,
  toNewProduct,
  toSimilarProductValues,
} from './product-form-values.ts'
import { useDataAsOpened } from './use-data-as-opened.ts'

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
      {isId(likeId) && <ParentLink to={paths.manageProducts}>Manage Products</ParentLink>}
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
    <p className="product-added flex flex-wrap gap-x-5 gap-y-1 wrap-anywhere" role="status">
      {product && (
        <>
          <span>
            Added: <b>{product.name}</b>
          </span>
          <Link to={paths.part(product.id)}>View</Link>
          <Link to={paths.editProduct(product.id)}>Edit</Link>
          <Link to={paths.similarProduct(product.id)}>Duplicate</Link>
          <span className="secondary">or add another below.</span>
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
  const { seen, error, reload } = useDataAsOpened(productQuery(id))
  if (error && !seen) return <ErrorMessage text={formatError(error)} onRetry={reload} />
  if (seen === null) return <ErrorMessage text="This product does not exist any more." />
  if (!seen) return <LoadingScreen />
  return (
    <>
      <p className="secondary mb-4">
        Copied from <Link to={paths.editProduct(id)}>{seen.name}</Link>.
      </p>
      <AddProductForm
        {...form}
        draftKey={`product ${id}`}
        defaults={toSimilarProductValues(seen)}
        original={seen}
      />
    </>
  )
}

interface AddProductFormProps extends FormProps {
  /** Key of the draft that the browser stores. */
  draftKey: string
  defaults: ProductFormValues
  /** The part that this one copies. */
  original?: Product
}

/** The form that adds a part. Restores the draft, and clears it after the part is added. */
function AddProductForm({ email, onAdded, draftKey, defaults, original }: AddProductFormProps) {
  const client = useQueryClient()
  const form = useForm<ProductFormValues>({
    defaultValues: readProductDraft(email, draftKey, defaults).values,
  })
  useFormDraft(email, draftKey, form)
  const navigate = useNavigate()
  const [isRestored, setRestored] = useState(() => !isSameProduct(form.getValues(), defaults))
  const [discarding, setDiscarding] = useState<'copy' | 'draft'>()
  const { setFocus } = form
  const isCopy = original !== undefined
  useEffect(() => setFocus('name'), [setFocus])
  const { mutate, isPending, error } = useCreate({
    send: (part: NewPart, headers) =>
      call<{ insertedId: string }>('POST', '/parts', { body: part, headers }),
    keyStorage: createKeyStorage(email, draftKey),
    onSuccess: ({ insertedId: id }, part) => {
      void showToast('Product Added successfully')
      onAdded({ id, name: part.name })
      setRestored(false)
      clearIfUnchanged(part)
    },
    onError: (refusal) => {
      const names = listProductFields(form.getValues())
      showFieldErrors(form.setError, toCreateFieldErrors(refusal, names))
    },
    onSettled: () => refetchParts(client),
  })

  function discard() {
    flushSync(() => setDiscarding(undefined))
    clearDraft(email, draftKey)
    setRestored(false)
    form.reset(defaults, { keepFieldsRef: true })
    setFocus('name')
  }

  function cancel() {
    clearDraft(email, draftKey)
    void navigate(paths.manageProducts)
  }

  function add(values: ProductFormValues) {
    mutate(toNewProduct(values), {
      // The next product is not a copy.
      onSuccess: () => {
        if (isCopy && isSameProduct(form.getValues(), emptyProduct))
          void navigate(paths.addProduct, { replace: true })
      },
    })
  }

  // If the user changed the form while the request was pending, the draft stays.
  function clearIfUnchanged(sent: NewPart) {
    if (JSON.stringify(toNewProduct(form.getValues())) !== JSON.stringify(sent)) return
    clearDraft(email, draftKey)
    form.reset(emptyProduct, { keepFieldsRef: true })
    form.setFocus('name')
  }

  return (
    <ProductEditor
      form={form}
      areSectionsOpen={isCopy}
      original={original}
      error={error}
      onSubmit={add}
    >
      <SubmitButton label="Add Product" busy={isPending} busyLabel="Adding …" />
      {isCopy && (
        <Button
          onClick={() =>
            isSameProduct(form.getValues(), defaults) ? cancel() : setDiscarding('copy')
          }
        >
          Cancel
        </Button>
      )}
      {discarding && (
        <DiscardDialog
          onConfirm={discarding === 'copy' ? cancel : discard}
          onClose={() => setDiscarding(undefined)}
        />
      )}
      {isRestored && (
        <>
          <Button onClick={() => setDiscarding('draft')}>Discard Draft</Button>
          <span className="secondary self-center" role="status">
            Your unsaved product is back.
          </span>
        </>
      )}
    </ProductEditor>
  )
}

const isSameProduct = (values: ProductFormValues, others: ProductFormValues) =>
  JSON.stringify(toNewProduct(values)) === JSON.stringify(toNewProduct(others))
