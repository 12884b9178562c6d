import type { Part } from '@freehub/contract/catalog/parts'
import { isId } from '@freehub/contract/read-id'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { CallError, formatError } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { ParentLink } from '../../../ui/page/dashboard-head.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { PartFitsForm } from '../../fitment/staff/part-fits-form.tsx'
import { partQuery } from '../part/part-queries.ts'
import { useChangePart } from './managed-parts-queries.ts'
import type { PartFormValues } from './part-form-values.ts'
import { diffPart, toPartFormValues } from './part-form-values.ts'
import { PriceStepsForm } from './price-steps-form.tsx'
import { ProductDataForm } from './product-data-form.tsx'
import { ProductEditor } from './product-editor.tsx'
import { similarProductPath } from './similar-product-path.ts'

/** Edits a part on sale, except its stock. */
export default function EditProductPage() {
  const { id = '' } = useParams()
  const { data: part } = useQuery({ ...partQuery(id), enabled: isId(id) })
  return (
    <>
      <PageHead title={getTitle(part)} />
      <ParentLink to={paths.manageProducts}>Manage Products</ParentLink>
      <div className="dash-head">
        <h1>Edit Product</h1>
      </div>
      {isId(id) ? <EditProduct key={id} id={id} /> : <ProductMissing />}
    </>
  )
}

/** Returns the title. It contains the name, so that tabs and recent screens are distinguishable. */
function getTitle(part: Part | null | undefined): string {
  if (part === null) return 'Product Not Found'
  return part ? `Edit ${part.name}` : 'Edit Product'
}

function EditProduct({ id }: { id: string }) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(partQuery(id))
  const [seen, setSeen] = useState<Part>()
  const hasOtherEdits = useRef(false)
  const goBack = useGoBack()
  const reload = () => void refetch().then(({ data: latest }) => latest && setSeen(latest))

  // Wait for a fetch, because cached data may be old. Later refetches must not change the open
  // form.
  if (!seen && data && isFetchedAfterMount) setSeen(data)
  if (data === null) return <ProductMissing />
  if (error && !seen) return <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />
  if (!seen) return <LoadingScreen />
  return (
    <>
      <EditProductForm
        key={`${seen.price} ${seen.minimumOrder}`}
        part={seen}
        onReload={reload}
        onSaved={() => {
          void showToast('Product changed successfully')
          // The sections below have their own buttons. Leaving the page would lose what the user has typed there.
          if (hasOtherEdits.current) reload()
          else goBack()
        }}
      />
      <div
        onInput={() => {
          hasOtherEdits.current = true
        }}
      >
        <section className="product-prices" aria-labelledby="product-data">
          <h2 id="product-data">Number, packs and dimensions</h2>
          <ProductDataForm id={id} />
        </section>
        <section className="product-prices" aria-labelledby="product-prices">
          <h2 id="product-prices">Volume pricing</h2>
          <PriceStepsForm part={data ?? seen} />
        </section>
        <section className="product-prices" aria-labelledby="product-fits">
          <h2 id="product-fits">Needs and offers</h2>
          <PartFitsForm id={id} />
        </section>
      </div>
    </>
  )
}

/** Returns to the previous page, or to the list of products if there is none. */
function useGoBack() {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => void (key === 'default' ? navigate(paths.manageProducts) : navigate(-1))
}

function ProductMissing() {
  return (
    <EmptyState text="We can’t find this product.">
      <Link className="btn" to={paths.manageProducts}>
        Manage Products
      </Link>
    </EmptyState>
  )
}

interface EditProductFormProps {
  part: Part
  onSaved: () => void
  /** Discards the edits and shows the current part. */
  onReload: () => void
}

const FIELDS = ['name', 'price', 'minimumOrder', 'description', 'img'] as const

/** The form of a part. `part` has the values at the time when the form opened. */
function EditProductForm({ part, onSaved, onReload }: EditProductFormProps) {
  const form = useForm<PartFormValues>({ defaultValues: toPartFormValues(part) })
  const values = useWatch({ control: form.control }) as PartFormValues
  const [hasConflict, setHasConflict] = useState(false)
  const { mutate: send, isPending } = useChangePart()

  function save(fields: PartFormValues) {
    const change = diffPart(part, fields)
    if (!change) return onSaved()
    send({ id: part._id, change }, { onSuccess: onSaved, onError: showError })
  }

  function showError(error: Error) {
    setHasConflict(error instanceof CallError && error.problem.code === 'part_changed')
    showFieldErrors(form.setError, toFieldErrors(error, FIELDS))
  }

  return (
    <FormProvider {...form}>
      <ProductEditor values={values} onSubmit={form.handleSubmit(save)}>
        <SubmitButton busy={isPending} busyLabel="Saving …">
          Save Product
        </SubmitButton>
        {hasConflict && <Button onClick={onReload}>Reload</Button>}
        <Link className="btn btn-outline" to={paths.stock(part._id)}>
          Stock
        </Link>
        <Link className="btn btn-outline" to={similarProductPath(part._id)}>
          Add a similar one
        </Link>
      </ProductEditor>
    </FormProvider>
  )
}
