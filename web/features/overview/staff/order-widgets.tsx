import { formatCount, formatDollars, pluralize } from '@freehub/contract/money'
import type { Overview } from '@freehub/contract/overview/calls'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { toActionPath } from '../../../ui/dialogs/use-requested-action.ts'
import { NextIcon } from '../../../ui/icons.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { OrderStageBadge } from '../../../ui/order-stage-badge.tsx'
import { Day } from '../../../ui/timestamp.tsx'
import { amountColumns, staffProductColumn } from '../../orders/order-columns.tsx'
import { BarTable, Widget } from '../overview-elements.tsx'

export function UnshippedWidget({ overview }: { overview: Overview }) {
  const { waiting: orders, waitingCount: count } = overview
  const summary = summarizeUnshipped(count, orders[0]?.paidAt, Date.now())
  return (
    <Widget title="Oldest unshipped" summary={summary}>
      <DataTable
        className="unshipped"
        rows={orders}
        getKey={({ _id }) => _id}
        columns={[
          staffProductColumn,
          {
            name: 'Customer',
            className: 'client',
            render: ({ name, email }) => (
              <Link to={paths.person(email)} title={email}>
                {name}
              </Link>
            ),
          },
          { name: 'Paid on', render: ({ paidAt }) => <Day at={paidAt} /> },
          ...amountColumns,
          {
            name: 'Action',
            headClassName: 'right',
            className: 'right',
            render: ({ _id }) => (
              <Link
                className="btn btn-sm"
                to={toActionPath(paths.order(_id), 'ship')}
                aria-describedby={`order-${_id}`}
              >
                Ship Order
              </Link>
            ),
          },
        ]}
      />
      {count > 0 && (
        <Link className="more" to={`${paths.manageOrders}?status=Paid&sort=oldest`}>
          Orders to ship
          <NextIcon />
        </Link>
      )}
    </Widget>
  )
}

const HOUR = 3_600_000

/** States how many paid orders are not shipped, and how long ago the oldest was paid. */
export function summarizeUnshipped(
  count: number,
  oldestPaidAt: string | undefined,
  nowMs: number,
): string {
  if (!oldestPaidAt) return 'No orders to ship.'
  const orders = pluralize(count, 'paid order is', 'paid orders are')
  return `${orders} ready to ship. The oldest was paid ${formatAge(nowMs - Date.parse(oldestPaidAt))} ago.`
}

function formatAge(ms: number): string {
  const hours = Math.floor(ms / HOUR)
  if (hours < 1) return 'less than an hour'
  return hours < 48
    ? pluralize(hours, 'hour', 'hours')
    : pluralize(Math.floor(hours / 24), 'day', 'days')
}

export function StagesWidget({ overview }: { overview: Overview }) {
  const { days, ordersByStage: stages } = overview
  return (
    <Widget title="Orders by status" summary={summarizeStages(stages, days)}>
      <BarTable
        caption="Orders by status"
        columns={['Status', 'Orders', 'Total']}
        rows={stages.map(({ stage, count, total }) => ({
          key: stage,
          name: <OrderStageBadge stage={stage} />,
          amount: count,
          values: [formatCount(count), formatDollars(total)],
        }))}
      />
    </Widget>
  )
}

/** States how many orders were placed in the last `days` days, and how many of them are in each stage. */
export function summarizeStages(stages: Overview['ordersByStage'], days: number): string {
  const getCount = (name: string) => stages.find(({ stage }) => stage === name)?.count ?? 0
  const total = stages.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return `No orders in the last ${days} days.`
  const [shipped, paid, pending] = [getCount('Shipped'), getCount('Paid'), getCount('Pending')]
  const ended = total - shipped - paid - pending
  const placed = `${pluralize(total, 'order', 'orders')} placed in ${days} days`
  const endedText = ended > 0 ? `, ${formatCount(ended)} cancelled or refunded` : ''
  return `${placed}: ${formatCount(shipped)} shipped, ${formatCount(paid)} ready to ship, ${formatCount(pending)} unpaid${endedText}.`
}
