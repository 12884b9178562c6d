import type { Order, OrderStatus, OrdersSort } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { formatQueryString, toFirstPage } from '../../../api/cursor-page.ts'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { ListTabs, NoMatches, RowCount, StaffList } from '../../../ui/lists/staff-list.tsx'
import { useListFilters } from '../../../ui/lists/use-list-filters.ts'
import { CancelOrderDialog } from '../order/cancel-order.tsx'
import { allOrdersQuery, ordersCountQuery } from '../staff/all-orders-list.ts'
import { ManagedOrdersTable } from './managed-orders-table.tsx'
import { type OrderFilters, readOrderFilters } from './order-filters.ts'

const TABS: { value: OrderStatus | ''; name: string }[] = [
  { value: '', name: 'All' },
  { value: 'Pending', name: 'Pending' },
  { value: 'Paid', name: 'Paid' },
  { value: 'Shipped', name: 'Shipped' },
]

const SORTS: { sort: OrdersSort | ''; name: string }[] = [
  { sort: '', name: 'Newest first' },
  { sort: 'oldest', name: 'Oldest first' },
  { sort: 'dearest', name: 'Total: high to low' },
  { sort: 'cheapest', name: 'Total: low to high' },
]

/** The orders of all customers, for staff: search, filter, sort, export, ship and cancel. */
export default function ManageOrdersPage() {
  const { filters, update, setSearch } = useListFilters(readOrderFilters)
  const list = useQuery(allOrdersQuery(filters))
  const cancellation = useConfirmation<Order>()
  const { item: orderToCancel, open, setRefusal, dialog } = cancellation

  const tools = (
    <div className="tools tools-orders">
      <ListTabs
        label="Orders by status"
        tabs={TABS}
        selected={filters.status}
        to={(status) => formatQueryString({ ...toFirstPage(filters), status })}
        renderCount={(status) => <RowCount query={ordersCountQuery({ ...filters, status })} />}
      />
      <SearchField
        label="Search orders"
        placeholder="Client, order number, product, transaction"
        search={filters.search}
        onSearch={setSearch}
      />
      <SortSelect value={filters.sort} onSort={(sort) => update({ sort })} />
      <ExportButton path={getExportPath(filters)}>Export CSV</ExportButton>
    </div>
  )
  return (
    <>
      <StaffList
        title="Manage All Orders"
        nouns={['order', 'orders']}
        list={list}
        filters={filters}
        confirmation={cancellation}
        tools={tools}
        empty={<NoOrders filters={filters} />}
        emptyPageText="There are no more orders on this page."
      >
        {(orders, isStale) => (
          <ManagedOrdersTable
            orders={orders}
            isStale={isStale}
            onCancel={open}
            onRefused={setRefusal}
          />
        )}
      </StaffList>
      {orderToCancel && <CancelOrderDialog order={orderToCancel} {...dialog} />}
    </>
  )
}

/** The CSV file has all pages of the matching orders. */
function getExportPath({ status, search, sort }: OrderFilters): string {
  return `/api/orders/export.csv${formatQueryString({ stage: status, search, sort })}`
}

interface SortSelectProps {
  value: OrdersSort | ''
  onSort: (sort: OrdersSort | '') => void
}

function SortSelect({ value, onSort }: SortSelectProps) {
  return (
    <label className="sort-label">
      <span className="cap">Sort</span>
      <span className="select">
        <select
          value={value === 'newest' ? '' : value}
          onChange={({ target }) => onSort(target.value as OrdersSort | '')}
        >
          {SORTS.map(({ sort, name }) => (
            <option key={sort} value={sort}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown className="ic" aria-hidden="true" />
      </span>
    </label>
  )
}

function NoOrders({ filters: { search, status } }: { filters: OrderFilters }) {
  if (!search && !status) return <EmptyState text="No orders yet" />
  const noOrders = status ? `No ${status.toLowerCase()} orders` : 'No orders'
  return (
    <NoMatches
      text={search ? `${noOrders} match “${search}”.` : `${noOrders}.`}
      showAllLabel="All orders"
    />
  )
}
