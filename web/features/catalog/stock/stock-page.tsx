import '../../../style/catalogue/stock.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { isNotFound } from '../../../api/is-not-found.ts'
import { flattenPages } from '../../../api/list-pages.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { EmptyPage } from '../../../ui/page/empty-page.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { PartEdits } from './part-edits.tsx'
import { StockForm } from './stock-form.tsx'
import { StockHead } from './stock-head.tsx'
import { StockMovementsTable } from './stock-movements-table.tsx'
import { stockLedgerQuery } from './stock-queries.ts'

/** A part's stock, its movements, and other changes of the part. */
export function Component() {
  const { id = '' } = useParams()
  const list = useInfiniteQuery(stockLedgerQuery(id))
  const stock = list.data?.pages[0]?.stock
  const loaded = list.data && flattenPages(list.data.pages)
  if (isNotFound(list.error)) return <ProductMissing />

  return (
    <div className="stock-page">
      <PageHead title={stock ? `Stock: ${stock.name}` : 'Stock'} />
      <nav className="dash-way" aria-label="Breadcrumb">
        <Link to={paths.manageProducts}>Manage Products</Link>
      </nav>
      <div className="dash-head">
        <h1>Stock</h1>
      </div>
      {stock && <StockHead partId={id} stock={stock} />}
      {stock?.onSale && (
        <div className="stock-sheet">
          <StockForm partId={id} label="Change the stock" onSaved={() => {}} />
        </div>
      )}
      <PagedRows
        noun="movements"
        loaded={loaded}
        list={list}
        empty={<EmptyState text="No stock movements yet" />}
      >
        {(movements) => <StockMovementsTable movements={movements} />}
      </PagedRows>
      {stock && <PartEdits partId={id} />}
    </div>
  )
}

function ProductMissing() {
  const link = { to: paths.manageProducts, name: 'All products' }
  return (
    <EmptyPage
      title="Product Not Found"
      text="We can't find this product."
      link={link}
      inDashboard
    />
  )
}
