import { formatCount, formatDollars, pluralize } from '@freehub/contract/money'
import type { MyOverview, OverviewDays } from '@freehub/contract/overview/calls'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { NextIcon } from '../../ui/icons.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { OrderStageBadge } from '../../ui/order-stage-badge.tsx'
import { Deadline } from '../orders/list/order-cells.tsx'
import { ORDERS_QUERY_KEY } from '../orders/list/orders-queries.ts'
import { amountColumns, productColumn } from '../orders/order-columns.tsx'
import { DayBarChart } from './day-bar-chart.tsx'
import { formatShortDay } from './format.ts'
import {
  BarTable,
  ChartWidget,
  OverviewFrame,
  useDaysFilter,
  Widget,
} from './overview-elements.tsx'

export default function MyOverviewPage() {
  const days = useDaysFilter()
  const query = useQuery(myOverviewQuery(days))
  const { data: overview } = query

  return (
    <OverviewFrame
      days={days}
      query={query}
      range={overview}
      current={overview && <OpenOrders overview={overview} />}
      title="Spending"
    >
      {overview && <SpendingWidget overview={overview} />}
    </OverviewFrame>
  )
}

const myOverviewQuery = (days: OverviewDays) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'overview', 'mine', days],
    queryFn: ({ signal }) => call<MyOverview>('GET', `/api/my-overview?days=${days}`, { signal }),
    placeholderData: keepPreviousData,
  })

/** Unpaid orders, earliest expiry first, then paid orders that are not shipped, earliest payment first. */
function OpenOrders({ overview }: { overview: MyOverview }) {
  const { open, openCount, unpaidCount } = overview
  if (openCount === 0) {
    const link = { to: paths.allParts, name: 'Bicycle Parts' }
    return <EmptyState text="No open orders" links={[link]} />
  }
  return (
    <Widget title="Open orders" summary={summarizeOpenOrders(overview)}>
      {unpaidCount > 1 && (
        <Link className="btn justify-self-start mb-2" to={`${paths.myOrders}?status=Pending`}>
          Pay {formatCount(unpaidCount)} Orders
        </Link>
      )}
      <DataTable
        className="open-orders"
        rows={open}
        getKey={({ _id }) => _id}
        columns={[
          productColumn,
          ...amountColumns,
          {
            name: 'Status',
            render: (order) => (
              <span className="order-cell justify-items-start">
                <OrderStageBadge stage={order.status} />
                <Deadline order={order} label="Pay by" />
              </span>
            ),
          },
          { name: 'Next', render: (order) => <NextStep order={order} /> },
        ]}
      />
      {openCount > open.length && (
        <Link className="more" to={paths.myOrders}>
          All orders
          <NextIcon />
        </Link>
      )}
    </Widget>
  )
}

function NextStep({ order }: { order: MyOverview['open'][number] }) {
  const { _id, reservedUntil } = order
  if (!reservedUntil) return 'Ready to ship'
  return (
    <Link className="btn btn-sm" to={paths.payment(_id)} aria-describedby={`order-${_id}`}>
      Pay Now
    </Link>
  )
}

type OpenTotals = Pick<MyOverview, 'openCount' | 'unpaidCount' | 'toPay'>

/**
 * States how many orders are unpaid, and how many paid orders are not shipped. Returns an empty string if no orders are
 * open.
 */
export function summarizeOpenOrders({ openCount, unpaidCount, toPay }: OpenTotals): string {
  const unshippedCount = openCount - unpaidCount
  const sentences = [
    unpaidCount > 0 &&
      `${pluralize(unpaidCount, 'order', 'orders')} to pay, ${formatDollars(toPay)} in total.`,
    unshippedCount > 0 &&
      `${pluralize(unshippedCount, 'paid order', 'paid orders')} to be shipped.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

function SpendingWidget({ overview }: { overview: MyOverview }) {
  const { days, spent, orders, byDay } = overview
  if (orders === 0) {
    return <Widget title="Spending by day" summary={`You paid nothing in the last ${days} days.`} />
  }
  const summary = `You paid ${formatDollars(spent)} in ${days} days, in ${pluralize(orders, 'order', 'orders')}.`
  return (
    <ChartWidget
      title="Spending by day"
      summary={summary}
      chart={
        <DayBarChart
          label={`Spending by day. ${summary}`}
          bars={byDay.map(({ day, spent }) => ({ day, up: spent, down: 0 }))}
          describeBar={({ day, up }) => `${formatShortDay(day)}: ${formatDollars(up)}`}
          hint="Your payments by day, without refunded orders."
        />
      }
      table={
        <BarTable
          caption="Spending by day"
          columns={['Day', 'Orders', 'Paid']}
          rows={byDay
            .filter(({ orders }) => orders > 0)
            .toReversed()
            .map(({ day, orders, spent }) => ({
              key: day,
              name: formatShortDay(day),
              values: [formatCount(orders), formatDollars(spent)],
            }))}
        />
      }
    />
  )
}
