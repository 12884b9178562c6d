import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { formatCount, pluralize } from '@freehub/contract/money'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { MessagePage } from '../../../ui/page/message-page.tsx'
import { listFitFilters } from './part-attributes.ts'

interface SoldOutMessageProps {
  part: Part
  details: PartDetails | undefined
}

/** Explains that the available stock is below the minimum order. Links to similar parts in stock. */
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
    <MessagePage
      title="Part Not Found"
      text="We can’t find this part. It may no longer be sold."
      link={{ to: paths.allParts, name: 'Bicycle Parts' }}
    />
  )
}
