import type { Part } from '@freehub/contract/catalog/parts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { sentenceOf } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { isPartId } from '../part/part-id.ts'
import { onePart } from '../part/part-queries.ts'
import { EditProductForm } from './edit-product-form.tsx'

/** Changes what is said of a part on sale: all but its stock. */
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
      {isPartId(id) ? <Editing key={id} id={id} /> : <NoSuchProduct />}
    </>
  )
}

function Editing({ id }: { id: string }) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(onePart(id))
  const [seen, setSeen] = useState<Part>()
  const goBack = useGoBack()

  // What is kept may be of yesterday; but once the form is open, what stands in it is not changed.
  if (!seen && data && isFetchedAfterMount) setSeen(data)
  if (data === null) return <NoSuchProduct />
  if (error && !seen) return <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!seen) return <LoadingScreen />
  return (
    <EditProductForm
      key={`${seen.price} ${seen.minimumOrder}`}
      part={seen}
      onLookAnew={() => void refetch().then(({ data: now }) => now && setSeen(now))}
      onSaved={() => {
        void showToast('Product changed successfully')
        goBack()
      }}
    />
  )
}

/** Back to where one came from, with its search; who came by the address goes to the products. */
function useGoBack() {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => void (key === 'default' ? navigate(paths.manageProducts) : navigate(-1))
}

function NoSuchProduct() {
  return (
    <EmptyState text="There is no such product">
      <Link className="btn" to={paths.manageProducts}>
        Manage Products
      </Link>
    </EmptyState>
  )
}
