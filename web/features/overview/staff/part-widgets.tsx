import { LOW_STOCK_DAYS, SALES_RATE_DAYS } from '@freehub/contract/constants'
import { formatCount, formatDollars, pluralize } from '@freehub/contract/money'
import type { Overview } from '@freehub/contract/overview/calls'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { BarTable, Widget } from '../overview-elements.tsx'

/** Parts below their minimum order, then parts that sell out within `LOW_STOCK_DAYS`, by days left, then by stock. */
export function LowStockWidget({ overview }: { overview: Overview }) {
  const { runningLow: parts, runningLowCount, soldOutCount } = overview
  return (
    <Widget title="Low stock" summary={summarizeLowStock(runningLowCount, soldOutCount)}>
      <DataTable
        className="low-stock"
        rows={parts}
        getKey={({ _id }) => _id}
        columns={[
          {
            name: 'Product',
            render: ({ _id, name }) => (
              <Link to={paths.stock(_id)} className="wrap-anywhere">
                <PartName name={name} />
              </Link>
            ),
          },
          { name: 'Available', number: ({ availableQuantity }) => formatCount(availableQuantity) },
          { name: 'Minimum', number: ({ minimumOrder }) => formatCount(minimumOrder) },
          { name: `Sold in ${SALES_RATE_DAYS} days`, number: ({ sold }) => formatCount(sold) },
          {
            name: 'Stock',
            render: ({ daysLeft, availableQuantity }) =>
              daysLeft === 0 ? (
                <span className="over">
                  {availableQuantity === 0 ? 'Out of stock' : 'Below minimum'}
                </span>
              ) : (
                `Lasts ${pluralize(daysLeft, 'day', 'days')}`
              ),
          },
        ]}
      />
    </Widget>
  )
}

/** States how many parts sell out soon. `count` includes the `soldOutCount` parts below their minimum order. */
export function summarizeLowStock(count: number, soldOutCount: number): string {
  const period = `within ${LOW_STOCK_DAYS} days at the current rate`
  if (count === 0) return `No part will sell out ${period}.`
  const soonCount = count - soldOutCount
  if (soldOutCount === 0) return `${pluralize(soonCount, 'part', 'parts')} will sell out ${period}.`
  const soldOut = `${pluralize(soldOutCount, 'part is below its', 'parts are below their')} minimum order.`
  return soonCount === 0
    ? soldOut
    : `${soldOut} ${formatCount(soonCount)} more will sell out ${period}.`
}

export function ReservedWidget({ overview: { reserved } }: { overview: Overview }) {
  return (
    <Widget title="Reserved and unpaid" summary={summarizeReserved(reserved)}>
      <DataTable
        className="reserved"
        rows={reserved.customers}
        getKey={({ email }) => email}
        columns={[
          {
            name: 'Customer',
            className: 'client',
            render: ({ name, email, emailConfirmed }) => (
              <>
                <Link to={paths.person(email)} title={email}>
                  {name}
                </Link>
                {!emailConfirmed && <p className="secondary">Email not confirmed</p>}
              </>
            ),
          },
          { name: 'Orders', number: ({ orders }) => formatCount(orders) },
          { name: 'Pieces', number: ({ pieces }) => formatCount(pieces) },
          { name: 'Total', number: ({ total }) => formatDollars(total) },
        ]}
      />
    </Widget>
  )
}

export function summarizeReserved(reserved: Overview['reserved']): string {
  const { parts, blockedParts, pieces, reservedPieces } = reserved
  if (reservedPieces === 0) return 'Unpaid orders reserve no stock.'
  const reservedShare = `Unpaid orders reserve ${formatPercent(reservedPieces, pieces)} of all pieces.`
  if (blockedParts === 0) return reservedShare
  return `${reservedShare} As a result, ${formatCount(blockedParts)} of ${pluralize(parts, 'part', 'parts')} cannot be ordered.`
}

function formatPercent(part: number, whole: number): string {
  const percent = Math.round((part / whole) * 100)
  return percent === 0 ? 'less than 1%' : `${percent}%`
}

export function FamiliesWidget({ overview }: { overview: Overview }) {
  const { days, piecesByFamily: families } = overview
  return (
    <Widget title="Pieces by family" summary={summarizeFamilies(families, days)}>
      {families.length > 0 && (
        <BarTable
          caption="Pieces by family"
          columns={['Family', 'Pieces', 'Total']}
          rows={families.map(({ family, pieces, total }) => ({
            key: family ?? '',
            name: formatFamily(family),
            amount: pieces,
            values: [formatCount(pieces), formatDollars(total)],
          }))}
        />
      )}
    </Widget>
  )
}

/** Formats a family. Parts that staff added may have no family. */
function formatFamily(family: string | null): string {
  return family ?? 'No family'
}

/** Names the best-selling family and its share of the pieces sold. `families` begins with the best-selling one. */
export function summarizeFamilies(families: Overview['piecesByFamily'], days: number): string {
  const [first] = families
  if (!first) return `No sales in the last ${days} days.`
  const total = families.reduce((sum, { pieces }) => sum + pieces, 0)
  const formattedQuantity = pluralize(first.pieces, 'piece', 'pieces')
  const share = Math.round((100 * first.pieces) / total)
  return families.length === 1
    ? `All ${formattedQuantity} are from one family: ${formatFamily(first.family)}.`
    : `Best seller: ${formatFamily(first.family)} with ${formattedQuantity}, ${share}% of all.`
}
