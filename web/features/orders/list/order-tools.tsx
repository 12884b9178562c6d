import { orderStages } from '@freehub/contract/orders/order-filter-values'
import type { OrdersSort } from '@freehub/contract/orders/orders'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatQueryString, toFirstPage } from '../../../api/lists/cursor-page.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { DateFilter } from '../../../ui/lists/date-filter.tsx'
import { EmptyState, type EmptyStateLink } from '../../../ui/lists/empty-state.tsx'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { formatNoMatches, ListTabs, NoMatches, RowCount } from '../../../ui/lists/list-screen.tsx'
import { ListSelect } from '../../../ui/lists/list-select.tsx'
import { MoreTools } from '../../../ui/lists/more-tools.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import type { useListFilters } from '../../../ui/lists/use-list-filters.ts'
import {
  isFiltered,
  type OrderFilters,
  showsAllStagesByDefault,
  toOrderQuery,
} from './order-filters.ts'
import { type OrdersCall, ordersCountQuery } from './orders-queries.ts'
import { PartFilter, RemovableFilter } from './part-filter.tsx'

const SORTS: { value: OrdersSort | ''; name: string }[] = [
  { value: '', name: 'Newest first' },
  { value: 'oldest', name: 'Oldest first' },
  { value: 'dearest', name: 'Total: high to low' },
  { value: 'cheapest', name: 'Total: low to high' },
]

interface OrderToolsProps extends ReturnType<typeof useListFilters<OrderFilters>> {
  call: OrdersCall
  /** The path of the CSV file with all matching orders. */
  exportPath: string
  children?: ReactNode
}

/** Filters, search, sort order and export. In narrow windows, a button opens dates, sort order and export. */
export function OrderTools(props: OrderToolsProps) {
  const { call, exportPath, filters, update, setSearch } = props
  const { search, sort, status, part, client, period } = filters
  return (
    <div className="tools tools-filters">
      <ListTabs
        label="Orders by status"
        tabs={[
          { value: '' as const, name: showsAllStagesByDefault(filters) ? 'All' : 'Active' },
          ...orderStages.map((stage) => ({ value: stage, name: stage })),
        ]}
        selected={status}
        to={(status) => formatQueryString({ ...toFirstPage(filters), status })}
        renderCount={(status) => (
          <RowCount query={ordersCountQuery(call, { ...filters, status })} />
        )}
      />
      <SearchField
        label="Search orders"
        placeholder={call.path === '/myOrders' ? 'Order, part or PO' : 'Name, city, number'}
        search={search}
        onSearch={setSearch}
      />
      {part && <PartFilter id={part} onRemove={() => update({ part: '' })} />}
      {client && (
        <RemovableFilter
          removeLabel="Show orders of all customers"
          onRemove={() => update({ client: '' })}
        >
          <EmailAddress email={client} />
        </RemovableFilter>
      )}
      <MoreTools count={Number(period !== '')}>
        <DateFilter filters={filters} onChange={update} />
        <ListSelect
          label="Sort"
          value={sort === 'newest' ? '' : sort}
          options={SORTS}
          onChange={(sort) => update({ sort })}
        />
        <ExportButton path={exportPath + formatQueryString(toFirstPage(toOrderQuery(filters)))}>
          Export CSV
        </ExportButton>
        {props.children}
      </MoreTools>
    </div>
  )
}

/** True if no filter is set and no stage has orders. False until the counts have loaded. */
export function useHasNoOrders(call: OrdersCall, filters: OrderFilters): boolean {
  const counts = useQueries({
    queries: orderStages.map((stage) => ordersCountQuery(call, { ...filters, status: stage })),
  })
  return !isFiltered(filters) && counts.every(({ data }) => data === 0)
}

interface NoOrdersProps {
  call: OrdersCall
  filters: OrderFilters
  /** The next step of a customer without orders. */
  links?: EmptyStateLink[]
}

/** The empty state of a list. */
export function NoOrders({ call, filters, links }: NoOrdersProps) {
  const { search, status, part, period } = filters
  const hasNoOrders = useHasNoOrders(call, filters)
  if (!isFiltered(filters))
    return <EmptyState text={hasNoOrders ? 'No orders yet' : 'No active orders'} links={links} />
  const allOrders = showsAllStagesByDefault(filters) ? 'No orders' : 'No active orders'
  const noOrders = status ? `No ${status.toLowerCase()} orders` : allOrders
  const noMatches = part ? `${noOrders} with this product` : noOrders
  return <NoMatches text={formatNoMatches(noMatches, search, period)} showAllLabel="All Orders" />
}
