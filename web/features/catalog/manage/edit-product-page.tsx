import type { Part } from '@freehub/contract/catalog/parts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { isPartId } from '../part/part-id.ts'
import { partQuery } from '../part/part-queries.ts'
import { EditProductForm } from './edit-product-form.tsx'

/** Edits a part on sale, except its stock. */
export function Component() {
  const { id = '' } = useParams()
  return (
    <>
      <PageHead title="Edit Product" />
      <nav className="dash-way" aria-label="Breadcrumb">
        <Link to={paths.manageProducts}>Manage Products</Link>
      </nav>
      <div className="dash-head">
        <h1>Edit Product</h1>
      </div>
      {isPartId(id) ? <EditProduct key={id} id={id} /> : <ProductMissing />}
    </>
  )
}

function EditProduct({ id }: { id: string }) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(partQuery(id))
  const [seen, setSeen] = useState<Part>()
  const goBack = useGoBack()

  // Wait for a fetch, since cached data may be old. Later refetches must not change the open form.
  if (!seen && data && isFetchedAfterMount) setSeen(data)
  if (data === null) return <ProductMissing />
  if (error && !seen) return <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />
  if (!seen) return <LoadingScreen />
  return (
    <EditProductForm
      key={`${seen.price} ${seen.minimumOrder}`}
      part={seen}
      onReload={() => void refetch().then(({ data: latest }) => latest && setSeen(latest))}
      onSaved={() => {
        void showToast('Product changed successfully')
        goBack()
      }}
    />
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
    <EmptyState text="We can't find this product.">
      <Link className="btn" to={paths.manageProducts}>
        Manage Products
      </Link>
    </EmptyState>
  )
}
