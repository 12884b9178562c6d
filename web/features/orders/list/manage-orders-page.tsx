import type { Order } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { formatError } from '../../../api/call-error.ts'
import { pluralizeCapped } from '../../../api/format-count.ts'
import { formatQueryString } from '../../../api/page-cursor.ts'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { Pagination } from '../../../ui/lists/pagination.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { useFocusOnPageChange } from '../../../ui/lists/use-focus-on-page-change.ts'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { CancelOrderDialog } from '../order/cancel-order-dialog.tsx'
import { allOrdersQuery } from '../staff/all-orders-list.ts'
import { ManagedOrdersTable } from './managed-orders-table.tsx'
import { NoOrdersFound } from './no-orders-found.tsx'
import type { OrderFilters } from './order-filters.ts'
import { OrdersSortChoice } from './orders-sort.tsx'
import { OrdersTabs } from './orders-tabs.tsx'
import { useOrderFilters } from './use-order-filters.ts'

/** The orders of all customers, for staff: search, filter, sort, export, ship and cancel. */
export function Component() {
  const { filters, setSearch, setSort } = useOrderFilters()
  const {
    data: page,
    error,
    isPlaceholderData,
    isPending,
    refetch,
  } = useQuery(allOrdersQuery(filters))
  const cancellation = useConfirmation<Order>()
  const { item: orderToCancel, refusal } = cancellation
  useFocusOnPageChange(cancellation.heading)

  return (
    <>
      <PageHead title="Manage All Orders" />
      <div className="dash-head">
        <h1 ref={cancellation.heading} tabIndex={-1}>
          Manage All Orders
        </h1>
        <p className="num second" role="status">
          {page && !isPlaceholderData && pluralizeCapped(page.total, 'order', 'orders')}
        </p>
      </div>
      <div className="tools tools-orders">
        <OrdersTabs filters={filters} />
        <SearchField
          label="Search orders"
          placeholder="Client, product, transaction"
          search={filters.search}
          onSearch={setSearch}
        />
        <OrdersSortChoice value={filters.sort} onSort={setSort} />
        <ExportButton path={getExportPath(filters)}>Export CSV</ExportButton>
      </div>
      {refusal && <Notice text={refusal} />}
      {error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {page?.rows.length === 0 && <NoOrdersFound filters={filters} />}
      {page && page.rows.length > 0 && (
        <ManagedOrdersTable
          orders={page.rows}
          isStale={isPlaceholderData}
          onCancel={cancellation.open}
          onRefused={cancellation.setRefusal}
        />
      )}
      {page && (
        <Pagination
          noun="orders"
          page={page}
          to={(cursor) => formatQueryString({ ...filters, ...cursor })}
        />
      )}
      {orderToCancel && <CancelOrderDialog order={orderToCancel} {...cancellation.dialog} />}
    </>
  )
}

/** The CSV file has all pages of the matching orders. */
function getExportPath({ status, search, sort }: OrderFilters): string {
  return `/api/orders/export.csv${formatQueryString({ status, search, sort })}`
}
