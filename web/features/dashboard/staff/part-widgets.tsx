import { LOW_STOCK_DAYS } from '@freehub/contract/constants'
import type { Overview } from '@freehub/contract/dashboard/calls'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { Link } from 'react-router'
import { pluralize } from '../../../api/format-count.ts'
import { paths } from '../../../paths.ts'
import { EmailAddress } from '../../../ui/email-address.tsx'
import { PartName } from '../../catalog/part-name.tsx'
import { BarTable, Widget } from '../overview-layout.tsx'

interface LowStockWidgetProps {
  parts: Overview['runningLow']
  count: number
  soldOutCount: number
}

/** Parts that will sell out, the soonest first. */
export function LowStockWidget({ parts, count, soldOutCount }: LowStockWidgetProps) {
  return (
    <Widget title="Low stock" summary={summarizeLowStock(count, soldOutCount)}>
      {parts.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col" className="right">
                Available
              </th>
              <th scope="col" className="right">
                Sold
              </th>
              <th scope="col">Lasts</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ _id, name, availableQuantity, sold, daysLeft }) => (
              <tr key={_id}>
                <td data-caption="Product">
                  <Link to={paths.part(_id)} className="ordered">
                    <PartName name={name} />
                  </Link>
                </td>
                <td data-caption="Available" className="right">
                  {formatCount(availableQuantity)}
                </td>
                <td data-caption="Sold" className="right">
                  {formatCount(sold)}
                </td>
                <td data-caption="Lasts">
                  {daysLeft === 0 ? (
                    <span className="over">Below minimum order</span>
                  ) : (
                    pluralize(daysLeft, 'day', 'days')
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Widget>
  )
}

/** Counts the parts that will sell out soon. `soldOutCount` of them cannot be ordered any more. */
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

/** The stock that unpaid orders reserve, and the customers with most of it. */
export function ReservedWidget({ reserved }: { reserved: Overview['reserved'] }) {
  const { customers } = reserved
  return (
    <Widget title="Reserved and unpaid" summary={summarizeReserved(reserved)}>
      {customers.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col" className="right">
                Orders
              </th>
              <th scope="col" className="right">
                Pieces
              </th>
              <th scope="col" className="right">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {customers.map(({ email, emailConfirmed, orders, pieces, total }) => (
              <tr key={email}>
                <td data-caption="Client" className="client">
                  <Link to={paths.person(email)}>
                    <EmailAddress address={email} />
                  </Link>
                  {!emailConfirmed && <p className="second">Email not confirmed</p>}
                </td>
                <td data-caption="Orders" className="right">
                  {formatCount(orders)}
                </td>
                <td data-caption="Pieces" className="right">
                  {formatCount(pieces)}
                </td>
                <td data-caption="Total" className="right">
                  {formatDollars(total)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Widget>
  )
}

/** States the share of stock that unpaid orders reserve, and how many parts they make unavailable. */
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

interface FamiliesWidgetProps {
  days: number
  families: Overview['piecesByFamily']
}

/** Sold pieces by family. */
export function FamiliesWidget({ days, families }: FamiliesWidgetProps) {
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

type Families = Overview['piecesByFamily']

/** Parts that staff added may have no family. */
function formatFamily(family: string | null): string {
  return family ?? 'No family'
}

/** Names the best-selling family and its share of all pieces. */
export function summarizeFamilies(families: Families, days: number): string {
  const [first] = families
  if (!first) return `No sales in the last ${days} days.`
  const all = families.reduce((sum, { pieces }) => sum + pieces, 0)
  const pieces = pluralize(first.pieces, 'piece', 'pieces')
  const share = Math.round((100 * first.pieces) / all)
  return families.length === 1
    ? `All ${pieces} are from one family: ${formatFamily(first.family)}.`
    : `Best seller: ${formatFamily(first.family)} with ${pieces}, ${share}% of all.`
}
