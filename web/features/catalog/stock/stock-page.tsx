import '../../../style/catalog/stock.css'
import { formatCount } from '@freehub/contract/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { isNotFound } from '../../../api/call-error.ts'
import { formatQueryString } from '../../../api/lists/cursor-page.ts'
import { flattenPages } from '../../../api/lists/paged-list.ts'
import { paths } from '../../../paths.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { DateFilter, pickDates } from '../../../ui/lists/date-filter.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { parseDatedFilters, useListFilters } from '../../../ui/lists/use-list-filters.ts'
import { ParentLink } from '../../../ui/page/dashboard-head.tsx'
import { MissingPage } from '../../../ui/page/message-page.tsx'
import { PageMetadata } from '../../../ui/page/page-metadata.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { QuantityFact } from '../part-grid.tsx'
import { formatMovementKind, formatSigned } from './format-movement.ts'
import { OtherChanges } from './other-changes.tsx'
import { StockForm } from './stock-form.tsx'
import { partStockQuery, type Stock, type StockMovement } from './stock-queries.ts'

/** A part's stock, its movements, and other changes of the part. */
export default function StockPage() {
  const { id = '' } = useParams()
  return <StockWithId key={id} id={id} />
}

function StockWithId({ id }: { id: string }) {
  const { filters, update } = useListFilters(parseDatedFilters)
  const dates = pickDates(filters)
  const list = useInfiniteQuery(partStockQuery(id, dates))
  const stock = list.data?.pages[0]?.stock
  const loaded = list.data && flattenPages(list.data.pages)
  if (isNotFound(list.error))
    return <MissingPage noun="Product" link={{ to: paths.manageProducts, name: 'All Products' }} />

  return (
    <div className="stock-page">
      <PageMetadata title={stock ? `Stock: ${stock.name}` : 'Stock'} />
      <ParentLink to={paths.manageProducts}>Manage Products</ParentLink>
      <div className="dash-head">
        <h1>Stock</h1>
        {stock && <StockName partId={id} stock={stock} />}
      </div>
      {stock && <StockFigures partId={id} stock={stock} />}
      {stock?.onSale && (
        <div className="mt-6 mb-8 p-4 sm:p-6 border border-rule bg-plate">
          <StockForm partId={id} label="Change the stock" onSaved={() => {}} />
        </div>
      )}
      {stock && (
        <div className="tools tools-filters">
          <h2 className="mr-auto text-[28px]">Movements</h2>
          <DateFilter filters={dates} onChange={update} />
        </div>
      )}
      <PagedRows
        noun="movements"
        loaded={loaded}
        list={list}
        empty={
          filters.period ? (
            <p className="secondary">No stock movements in this period.</p>
          ) : (
            <EmptyState text="No stock movements yet" />
          )
        }
      >
        {(movements) => <StockMovementsTable movements={movements} />}
      </PagedRows>
      {stock && <OtherChanges partId={id} dates={dates} />}
    </div>
  )
}

function StockName({ partId, stock }: { partId: string; stock: Stock }) {
  const { sku, onSale: isOnSale } = stock
  const name = <PartName name={stock.name} />
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
      <span className="font-display text-[22px]/[1.3] font-semibold">
        {isOnSale ? <Link to={paths.part(partId)}>{name}</Link> : name}
      </span>
      {sku && <span className="secondary">{sku}</span>}
      {!isOnSale && <span className="secondary">No longer sold</span>}
    </p>
  )
}

function StockFigures({ partId, stock }: { partId: string; stock: Stock }) {
  const { onHand, reserved, available } = stock
  const getOrdersPath = (status: string) =>
    paths.manageOrders + formatQueryString({ status, part: partId })
  return (
    <>
      <dl className="stock-figures flex flex-wrap border border-rule bg-plate">
        <QuantityFact caption="Available" count={available} />
        <QuantityFact caption="Reserved" count={reserved} />
        <QuantityFact caption="On hand" count={onHand} />
      </dl>
      {reserved > 0 && (
        <p className="mt-3">
          See the <Link to={getOrdersPath('Pending')}>unpaid orders</Link> or the{' '}
          <Link to={getOrdersPath('Paid')}>orders to ship</Link> with this part.
        </p>
      )}
    </>
  )
}

/** A part's stock movements, newest first. */
function StockMovementsTable({ movements }: { movements: StockMovement[] }) {
  return (
    <DataTable
      label="Stock movements"
      className="number-columns stock-movements"
      rows={movements}
      getKey={({ _id }) => _id}
      columns={[
        { name: 'Movement', render: (movement) => <MovementReason {...movement} /> },
        {
          name: 'Pieces',
          number: ({ pieces }) => (
            <span className={pieces < 0 ? 'stock-out' : 'stock-in'}>{formatSigned(pieces)}</span>
          ),
        },
        {
          name: 'On hand',
          number: ({ left: onHandAfter }) => <span>{formatCount(onHandAfter)}</span>,
        },
        {
          name: 'By',
          className: 'by-column',
          headClassName: 'by-column',
          render: ({ by }) => <span className="wrap-anywhere">{by ?? 'System'}</span>,
        },
        { name: 'When', render: ({ at }) => <Timestamp at={at} /> },
      ]}
    />
  )
}

function MovementReason({ kind, reason, orderId, orderNumber }: StockMovement) {
  return (
    <span className="wrap-anywhere">
      {orderId ? (
        <Link to={paths.order(orderId)}>
          Shipped for order <span className="whitespace-nowrap">{orderNumber}</span>
        </Link>
      ) : (
        (reason ?? formatMovementKind(kind))
      )}
    </span>
  )
}
