import '../../../style/catalogue/stock.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { readSoFar } from '../../../api/list-pages.ts'
import { isMissing } from '../../../api/missing.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { EmptyPage } from '../../../ui/page/empty-page.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { PartEdits } from './part-edits.tsx'
import { StockForm } from './stock-form.tsx'
import { StockHead } from './stock-head.tsx'
import { stockLedger } from './stock-ledger.ts'
import { StockMovementsTable } from './stock-movements-table.tsx'

/** A part's stock: what is there, every movement with who and why, and below what else staff changed of it. */
export function Component() {
  const { id = '' } = useParams()
  const list = useInfiniteQuery(stockLedger(id))
  const stock = list.data?.pages[0]?.stock
  const read = list.data && readSoFar(list.data.pages)
  if (isMissing(list.error)) return <NoSuchProduct />

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
        of="movements"
        read={read}
        list={list}
        empty={<EmptyState text="Nothing has moved yet" />}
      >
        {(movements) => <StockMovementsTable movements={movements} />}
      </PagedRows>
      {stock && <PartEdits partId={id} />}
    </div>
  )
}

function NoSuchProduct() {
  const way = { to: paths.manageProducts, name: 'All products' }
  return (
    <EmptyPage title="Product Not Found" text="There is no such product." way={way} inDashboard />
  )
}
