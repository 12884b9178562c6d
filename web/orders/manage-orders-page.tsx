import type { Order } from '@freehub/contract/orders'
import { useInfiniteQuery } from '@tanstack/react-query'
import { readSoFar } from '../api/list-pages.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Notice } from '../ui/notice.tsx'
import { PagedRows } from '../ui/paged-rows.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useConfirming } from '../ui/use-confirming.ts'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import { ManagedOrdersTable } from './managed-orders-table.tsx'
import { NoOrdersFound } from './no-orders-found.tsx'
import { countOrdersInWords } from './orders-in-words.ts'
import { allOrdersList } from './orders-list.ts'
import { OrdersTabs } from './orders-tabs.tsx'
import { useOrdersWanted } from './use-orders-wanted.ts'

/** Everybody's orders, to be found, shipped or cancelled. */
export function Component() {
  const { wanted, search } = useOrdersWanted()
  const list = useInfiniteQuery(allOrdersList(wanted))
  const read = list.data && readSoFar(list.data.pages)
  const counted = list.data?.pages[0]?.total !== undefined
  const cancelling = useConfirming<Order>()
  const { asked, refusal } = cancelling

  return (
    <>
      <PageHead title="Manage All Orders" />
      <div className="dash-head">
        <h1 ref={cancelling.heading} tabIndex={-1}>
          Manage All Orders
        </h1>
        <p className="num second" role="status">
          {read && !list.isPlaceholderData && countOrdersInWords(read)}
        </p>
      </div>
      <div className="tools">
        <OrdersTabs wanted={wanted} counted={counted} />
        <SearchField
          label="Search orders"
          placeholder="Client, product, transaction"
          searched={wanted.search}
          onSearch={search}
        />
      </div>
      {refusal && <Notice text={refusal} />}
      <PagedRows of="orders" read={read} list={list} empty={<NoOrdersFound wanted={wanted} />}>
        {(orders) => (
          <ManagedOrdersTable
            orders={orders}
            stale={list.isPlaceholderData}
            onCancel={cancelling.ask}
            onRefused={cancelling.refuse}
          />
        )}
      </PagedRows>
      {asked && <CancelOrderDialog order={asked} {...cancelling.dialog} />}
    </>
  )
}
