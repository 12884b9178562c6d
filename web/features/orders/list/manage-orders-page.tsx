import type { Order } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../api/call-error.ts'
import { useConfirming } from '../../../ui/dialogs/use-confirming.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { useTurnedPage } from '../../../ui/lists/use-turned-page.ts'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { CancelOrderDialog } from '../order/cancel-order-dialog.tsx'
import { allOrdersPage } from '../staff/all-orders-list.ts'
import { ManagedOrdersTable } from './managed-orders-table.tsx'
import { NoOrdersFound } from './no-orders-found.tsx'
import { ordersFile } from './orders-file.ts'
import { totalInWords } from './orders-in-words.ts'
import { OrdersPages } from './orders-pages.tsx'
import { OrdersSortChoice } from './orders-sort.tsx'
import { OrdersTabs } from './orders-tabs.tsx'
import { useOrdersWanted } from './use-orders-wanted.ts'

/** Everybody's orders, to be found, shipped or cancelled. */
export function Component() {
  const { wanted, search, sort } = useOrdersWanted()
  const {
    data: page,
    error,
    isPlaceholderData,
    isPending,
    refetch,
  } = useQuery(allOrdersPage(wanted))
  const cancelling = useConfirming<Order>()
  const { asked, refusal } = cancelling
  useTurnedPage(cancelling.heading)

  return (
    <>
      <PageHead title="Manage All Orders" />
      <div className="dash-head">
        <h1 ref={cancelling.heading} tabIndex={-1}>
          Manage All Orders
        </h1>
        <p className="num second" role="status">
          {page && !isPlaceholderData && totalInWords(page.total)}
        </p>
      </div>
      <div className="tools tools-orders">
        <OrdersTabs wanted={wanted} />
        <SearchField
          label="Search orders"
          placeholder="Client, product, transaction"
          searched={wanted.search}
          onSearch={search}
        />
        <OrdersSortChoice sorted={wanted.sort} onSort={sort} />
        <ExportButton path={ordersFile(wanted)}>Export CSV</ExportButton>
      </div>
      {refusal && <Notice text={refusal} />}
      {error && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {page?.rows.length === 0 && <NoOrdersFound wanted={wanted} />}
      {page && page.rows.length > 0 && (
        <ManagedOrdersTable
          orders={page.rows}
          stale={isPlaceholderData}
          onCancel={cancelling.ask}
          onRefused={cancelling.refuse}
        />
      )}
      {page && <OrdersPages wanted={wanted} page={page} />}
      {asked && <CancelOrderDialog order={asked} {...cancelling.dialog} />}
    </>
  )
}
