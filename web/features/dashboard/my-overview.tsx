import type { MyOverview, OverviewDays } from '@freehub/contract/dashboard/calls'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callForResponse } from '../../api/call.ts'
import { formatError } from '../../api/call-error.ts'
import { pluralize } from '../../api/format-count.ts'
import { paths } from '../../paths.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { PartName } from '../catalog/part-name.tsx'
import { ORDERS_QUERY_KEY } from '../orders/list/orders-queries.ts'
import { formatTimeLeft, readClockOffsetMs, useTimeLeft } from '../orders/order/time-left.ts'
import { DayBarChart } from './day-bar-chart.tsx'
import { formatShortDay } from './format.ts'
import { ChartWidget, KeyFigures, OverviewHead, useDaysFilter, Widget } from './overview-layout.tsx'

/** The overview of a customer: amounts to pay, open orders and spending. */
export function Component() {
  const days = useDaysFilter()
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(myOverviewQuery(days))
  const overview = data?.overview

  return (
    <>
      <OverviewHead days={days} range={isPlaceholderData ? undefined : overview} />
      {error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {overview && (
        <div className="overview" aria-busy={isPlaceholderData}>
          <KeyFigures
            figures={[
              {
                name: 'To pay',
                value: formatDollars(overview.toPay),
                note: `in ${pluralize(overview.unpaidCount, 'order', 'orders')}`,
              },
              { name: 'Open orders', value: formatCount(overview.openCount) },
              {
                name: `Spent in ${overview.days} days`,
                value: formatDollars(overview.spent),
                note: `in ${pluralize(overview.orders, 'order', 'orders')}`,
              },
            ]}
          />
          <OpenOrders overview={overview} clockOffsetMs={data.clockOffsetMs} />
          <SpendingWidget overview={overview} />
        </div>
      )}
    </>
  )
}

/** The customer's own overview, and the server's clock offset at the time of the response. */
const myOverviewQuery = (days: OverviewDays) =>
  queryOptions({
    queryKey: [...ORDERS_QUERY_KEY, 'overview', 'mine', days],
    queryFn: async ({ signal }) => {
      const response = await callForResponse('GET', `/api/my-overview?days=${days}`, { signal })
      const overview = (await response.json()) as MyOverview
      return {
        overview,
        clockOffsetMs: readClockOffsetMs(response.headers.get('Date'), Date.now()),
      }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

interface OpenOrdersProps {
  overview: MyOverview
  /** Server time minus local time. */
  clockOffsetMs: number
}

/** Orders that are not paid or not shipped. Those that expire first come first. */
function OpenOrders({ overview, clockOffsetMs }: OpenOrdersProps) {
  const { open, openCount } = overview
  if (openCount === 0) {
    return (
      <EmptyState text="No open orders">
        <Link className="btn" to={paths.allParts}>
          Bicycle Parts
        </Link>
      </EmptyState>
    )
  }
  return (
    <Widget title="Open orders" summary={summarizeOpenOrders(overview)}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className="right">
              Quantity
            </th>
            <th scope="col" className="right">
              Total Price
            </th>
            <th scope="col">Status</th>
            <th scope="col">Next</th>
          </tr>
        </thead>
        <tbody>
          {open.map((order) => (
            <OpenOrderRow key={order._id} order={order} clockOffsetMs={clockOffsetMs} />
          ))}
        </tbody>
      </table>
      {openCount > open.length && (
        <Link className="more" to={paths.myOrders}>
          All orders
        </Link>
      )}
    </Widget>
  )
}

interface OpenOrderRowProps {
  order: MyOverview['open'][number]
  clockOffsetMs: number
}

function OpenOrderRow({ order, clockOffsetMs }: OpenOrderRowProps) {
  const productLinkId = `open-${order._id}`
  return (
    <tr>
      <td data-caption="Product">
        <Link id={productLinkId} to={paths.order(order._id)} className="ordered">
          <PartName name={order.productName} />
        </Link>
      </td>
      <td data-caption="Quantity" className="right">
        {formatCount(order.quantity)}
      </td>
      <td data-caption="Total Price" className="right">
        {formatDollars(order.totalPrice)}
      </td>
      <td data-caption="Status">
        <StatusBadge status={order.status} />
      </td>
      <td data-caption="Next">
        {order.reservedUntil ? (
          <span className="open-next">
            <Link
              className="btn btn-sm"
              to={paths.payment(order._id)}
              aria-describedby={productLinkId}
            >
              Pay Now
            </Link>
            <TimeLeft
              key={order.reservedUntil}
              until={order.reservedUntil}
              clockOffsetMs={clockOffsetMs}
            />
          </span>
        ) : (
          'Ready to ship'
        )}
      </td>
    </tr>
  )
}

interface TimeLeftProps {
  until: string
  /** Server time minus local time. */
  clockOffsetMs: number
}

/** The time until a reservation expires, for a table cell. */
function TimeLeft({ until, clockOffsetMs }: TimeLeftProps) {
  const leftMs = useTimeLeft(until, clockOffsetMs)
  return (
    <span role="timer" aria-live="off" className="second num">
      {leftMs > 0 ? `reserved for ${formatTimeLeft(leftMs)}` : 'reservation expired'}
    </span>
  )
}

type OpenTotals = Pick<MyOverview, 'openCount' | 'unpaidCount' | 'toPay'>

/** States how many orders are unpaid, and how many are paid but not shipped. */
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

/** The payments of a customer by day. */
function SpendingWidget({ overview }: { overview: MyOverview }) {
  const { days, spent, orders, byDay } = overview
  if (orders === 0) {
    return <Widget title="Spending" summary={`You paid nothing in the last ${days} days.`} />
  }
  const summary = `You paid ${formatDollars(spent)} in ${days} days, in ${pluralize(orders, 'order', 'orders')}.`
  return (
    <ChartWidget
      title="Spending"
      summary={summary}
      chart={
        <DayBarChart
          label={`Spending by day. ${summary}`}
          bars={byDay.map(({ day, spent }) => ({ day, up: spent, down: 0 }))}
          describeBar={({ day, up }) => `${formatShortDay(day)}: ${formatDollars(up)}`}
          hint="Your payments by day, without refunded orders."
        />
      }
      table={<SpendingTable byDay={byDay.filter(({ orders }) => orders > 0)} />}
    />
  )
}

function SpendingTable({ byDay }: Pick<MyOverview, 'byDay'>) {
  return (
    <table className="barred">
      <caption className="sr-only">Spending by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" className="right">
            Orders
          </th>
          <th scope="col" className="right">
            Paid
          </th>
        </tr>
      </thead>
      <tbody>
        {byDay.toReversed().map(({ day, orders, spent }) => (
          <tr key={day}>
            <th scope="row">{formatShortDay(day)}</th>
            <td className="right">{formatCount(orders)}</td>
            <td className="right">{formatDollars(spent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
