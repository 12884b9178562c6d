import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { formatCount } from '@freehub/contract/money'
import { Link } from 'react-router'
import { pluralize } from '../../../api/format-count.ts'
import { paths } from '../../../paths.ts'
import { EmptyPage } from '../../../ui/page/empty-page.tsx'
import { formatAttributes, listFitFilters } from './part-attributes.ts'

interface PartBreadcrumbsProps {
  details: PartDetails | undefined
  /** The part, on pages below its own page. */
  part?: Part
}

/** Links to the catalog, to the family and, on pages below the part's page, to the part. */
export function PartBreadcrumbs({ details, part }: PartBreadcrumbsProps) {
  const { family, familySlug } = details ?? {}
  return (
    <nav className="part-breadcrumb" aria-label="Breadcrumb">
      <ol className="flex flex-wrap gap-x-2.5 gap-y-1">
        <li className="flex gap-2.5 min-w-0 wrap-anywhere">
          <Link to={paths.allParts}>Bicycle Parts</Link>
        </li>
        {family && familySlug && (
          <li className="flex gap-2.5 min-w-0 wrap-anywhere">
            <Link to={paths.filteredParts({ families: [familySlug] })}>{family}</Link>
          </li>
        )}
        {part && (
          <li className="flex gap-2.5 min-w-0 wrap-anywhere">
            <Link to={paths.part(part._id)}>{details?.sku ?? part.name}</Link>
          </li>
        )}
      </ol>
    </nav>
  )
}

/** A part's attributes as a table, in two columns on wide screens. */
export function PartDimensions({ details }: { details: PartDetails | undefined }) {
  const rows = formatAttributes(details?.attributes ?? {})
  if (rows.length === 0) return null
  return (
    <section className="spec print:mt-[6mm]" aria-labelledby="dimensions">
      <h2 id="dimensions">Dimensions</h2>
      <div className="print:columns-1 sm:columns-2 sm:gap-x-10">
        <table className="part-table">
          <tbody>
            {rows.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface SoldOutMessageProps {
  part: Part
  details: PartDetails | undefined
}

/** Explains why a part cannot be ordered: its available stock is below the minimum order. Links to similar parts in stock. */
export function SoldOutMessage({ part, details }: SoldOutMessageProps) {
  const { leadTimeDays, familySlug, attributes = {} } = details ?? {}
  const left = part.availableQuantity
  return (
    <div className="message" role="status">
      <p>
        {left === 0
          ? 'Out of stock. This part cannot be ordered now.'
          : `Out of stock. Only ${formatCount(left)} ${left === 1 ? 'piece is' : 'pieces are'} left, and the minimum order is ${formatCount(part.minimumOrder)}.`}
        {leadTimeDays ? ` Lead time: ${pluralize(leadTimeDays, 'day', 'days')}.` : ''}
      </p>
      {familySlug && (
        <Link
          to={paths.filteredParts({
            families: [familySlug],
            attributes: listFitFilters(attributes),
            available: true,
          })}
        >
          Find Alternatives
        </Link>
      )}
    </div>
  )
}

export function PartNotFound() {
  return (
    <EmptyPage
      title="Part Not Found"
      text="We can’t find this part. It may no longer be sold."
      link={{ to: paths.allParts, name: 'Bicycle Parts' }}
    />
  )
}
