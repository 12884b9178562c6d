import type { ManagedPart } from '@freehub/contract/catalog/parts'
import { isId } from '@freehub/contract/read-id'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { DiscardDialog } from '../../../ui/dialogs/discard-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { FocusedErrorMessage } from '../../../ui/focused-error-message.tsx'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { clearDraft } from '../../../ui/forms/form-draft.ts'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { ParentLink } from '../../../ui/page/dashboard-head.tsx'
import { PageMetadata } from '../../../ui/page/page-metadata.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { useSession } from '../../identity/session.ts'
import {
  isPartChangedError,
  managedPartQuery,
  productQuery,
  useChangePart,
} from './managed-parts-queries.ts'
import { ProductEditor } from './product-editor.tsx'
import {
  diffProduct,
  listProductFields,
  type Product,
  type ProductFormValues,
  readProductDraft,
  toProductFields,
  toProductFormValues,
} from './product-form-values.ts'
import { RemovePartsDialog } from './remove-parts-dialog.tsx'
import { useDataAsOpened } from './use-data-as-opened.ts'

/** Edits a part on sale, except its stock. */
export default function EditProductPage() {
  const { id = '' } = useParams()
  return <EditProductWithId key={id} id={id} />
}

function EditProductWithId({ id }: { id: string }) {
  const opened = useDataAsOpened({ ...productQuery(id), enabled: isId(id) })
  const { data: product, seen } = opened
  const title = getTitle(product ?? seen)
  const confirmation = useConfirmation<ManagedPart>()
  return (
    <>
      <PageMetadata title={title} />
      <ParentLink to={paths.manageProducts}>Manage Products</ParentLink>
      <div className="dash-head">
        <h1 className="text-[34px] md:text-[40px] wrap-anywhere">
          <PartName name={title} />
        </h1>
        {product && (
          <p className="actions basis-full">
            <Link className="btn btn-outline btn-sm" to={paths.part(id)}>
              View in Shop
            </Link>
            <Link className="btn btn-outline btn-sm" to={paths.stock(id)}>
              Stock
            </Link>
            <Link className="btn btn-outline btn-sm" to={paths.similarProduct(id)}>
              Duplicate
            </Link>
            <RemoveProduct id={id} confirmation={confirmation} />
          </p>
        )}
      </div>
      {confirmation.refusal && <FocusedErrorMessage text={confirmation.refusal} />}
      {seen && product === null && (
        <div className="mb-5">
          <ErrorMessage text="This product was archived or deleted. If it was archived, restore it in Manage Products, then save." />
        </div>
      )}
      {isId(id) ? <EditProduct {...opened} /> : <ProductMissing />}
    </>
  )
}

interface RemoveProductProps {
  id: string
  confirmation: ReturnType<typeof useConfirmation<ManagedPart>>
}

/** Archives or deletes the part, then opens the list of products. */
function RemoveProduct({ id, confirmation }: RemoveProductProps) {
  const navigate = useNavigate()
  const { data: part } = useQuery(managedPartQuery(id))
  if (!part) return null
  return (
    <>
      <Button
        variant={part.isOrdered ? 'outline' : 'danger'}
        small
        onClick={() => confirmation.open(part)}
      >
        {part.isOrdered ? 'Archive' : 'Delete'}
      </Button>
      {confirmation.item && (
        <RemovePartsDialog
          parts={[confirmation.item]}
          {...confirmation.dialog}
          onDone={() => {
            confirmation.dialog.onDone()
            void navigate(paths.manageProducts, { replace: true })
          }}
        />
      )}
    </>
  )
}

/** Returns the title. It contains the name, so that tabs and recent screens are distinguishable. */
function getTitle(product: Product | null | undefined): string {
  if (product === null) return 'Product Not Found'
  return product ? `Edit ${product.name}` : 'Edit Product'
}

function EditProduct({
  seen,
  error,
  reload,
}: ReturnType<typeof useDataAsOpened<Product | null, string[]>>) {
  const session = useSession()
  const [hasReloaded, setReloaded] = useState(false)
  if (seen === null) return <ProductMissing />
  if (error && !seen) return <ErrorMessage text={formatError(error)} onRetry={reload} />
  if (!seen || session.status !== 'signedIn') return <LoadingScreen />
  return (
    <EditProductForm
      key={JSON.stringify(toProductFields(seen))}
      email={session.user.email}
      product={seen}
      isReloaded={hasReloaded}
      onReload={async () => {
        const { error: failure } = await reload()
        if (!failure) setReloaded(true)
        return failure
      }}
    />
  )
}

function ProductMissing() {
  const link = { to: paths.manageProducts, name: 'Manage Products' }
  return <EmptyState text="We can’t find this product." links={[link]} />
}

interface EditProductFormProps {
  email: string
  /** The part at the time when the form opened. */
  product: Product
  /** True after a reload. The name then takes the focus, because the button is gone. */
  isReloaded: boolean
  /** Shows the current part with the edits of the draft. Resolves to the error if that failed. */
  onReload: () => Promise<Error | null>
}

/** The form of a part. Restores the edits of the draft, even if another user has changed the part since. */
function EditProductForm({ email, product, isReloaded, onReload }: EditProductFormProps) {
  const { _id: id } = product
  const { isFinished, goBack } = useGoBack()
  const draftKey = `edited product ${id}`
  const [base] = useState(() => toProductFormValues(product))
  const [draft] = useState(() => readProductDraft(email, draftKey, base))
  const form = useForm<ProductFormValues>({ defaultValues: draft.values })
  useFormDraft(email, draftKey, form, base)
  const { setFocus } = form
  useEffect(() => {
    if (isReloaded) setFocus('name')
  }, [isReloaded, setFocus])
  const [isRestored, setRestored] = useState(
    () => diffProduct(product, form.getValues()) !== undefined,
  )
  const [isDiscarding, setDiscarding] = useState(false)
  const {
    mutate: send,
    isPending,
    error,
    reset: clearError,
  } = useChangePart(() => clearDraft(email, draftKey))
  const hasConflict = isPartChangedError(error)

  function save(values: ProductFormValues) {
    if (isFinished.current) return
    const change = diffProduct(product, values)
    if (!change) return finish()
    send(
      { id, change },
      {
        onSuccess: () => {
          void showToast('Product changed successfully')
          finish()
        },
        onError: (refusal) =>
          showFieldErrors(form.setError, toFieldErrors(refusal, listProductFields(values))),
      },
    )
  }

  function cancel() {
    if (diffProduct(product, form.getValues())) setDiscarding(true)
    else finish()
  }

  function finish() {
    clearDraft(email, draftKey)
    goBack()
  }

  async function reload() {
    const failure = await onReload()
    if (failure) form.setError('root', { message: formatError(failure) })
    else clearError()
  }

  function discard() {
    clearDraft(email, draftKey)
    setRestored(false)
    form.reset(base, { keepFieldsRef: true })
    setFocus('name')
  }

  return (
    <ProductEditor
      form={form}
      product={product}
      areSectionsOpen
      isInert={isPending}
      error={error}
      onSubmit={save}
    >
      <SaveButton product={product} isPending={isPending} />
      <Button onClick={cancel}>Cancel</Button>
      {isDiscarding && <DiscardDialog onConfirm={finish} onClose={() => setDiscarding(false)} />}
      {hasConflict && <Button onClick={reload}>Reload</Button>}
      {isRestored && !hasConflict && <Button onClick={discard}>Discard Edits</Button>}
      {hasConflict || isRestored ? (
        <span className="secondary self-center" role="status">
          {hasConflict ? 'Reload, then save again. Your edits stay.' : describeDraft(draft)}
        </span>
      ) : (
        <ChangeState product={product} />
      )}
    </ProductEditor>
  )
}

function describeDraft({ isOutdated, overwritten }: ReturnType<typeof readProductDraft>): string {
  if (!isOutdated) return 'Your unsaved edits are back.'
  return overwritten.length === 0
    ? 'Your edits are kept, on top of the other user’s changes. Check both, then save.'
    : `Your edits are kept. Saving replaces another user’s changes: ${overwritten.join('; ')}.`
}

/** Without changes, the button looks disabled, and returns to the previous page. */
function SaveButton({ product, isPending }: { product: Product; isPending: boolean }) {
  return (
    <SubmitButton label="Save Product" busy={isPending} isIncomplete={!useHasChanges(product)} />
  )
}

/** States whether there is something to save. */
function ChangeState({ product }: { product: Product }) {
  return (
    <span className="change-state secondary">
      {useHasChanges(product) ? 'Unsaved changes' : 'No changes'}
    </span>
  )
}

const useHasChanges = (product: Product) =>
  diffProduct(product, useWatch() as ProductFormValues) !== undefined

/** Returns a function that opens the previous page once, or the list of products if there is none. */
function useGoBack() {
  const navigate = useNavigate()
  const { key, pathname } = useLocation()
  // Prevents a double click from going back twice.
  const isFinished = useRef(false)
  // The previous history entry may be the same page, which then stays mounted.
  useEffect(() => {
    if (isFinished.current) void navigate(paths.manageProducts, { replace: true })
  }, [key, navigate])

  function goBack() {
    // The user may have left the screen while it is still mounted.
    if (isFinished.current || window.location.pathname !== pathname) return
    isFinished.current = true
    void (key === 'default' ? navigate(paths.manageProducts) : navigate(-1))
  }
  return { isFinished, goBack }
}
