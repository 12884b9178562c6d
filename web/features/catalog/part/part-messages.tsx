import { describeSoldOut } from '@freehub/contract/cart/cart'
import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { pluralize } from '@freehub/contract/money'
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
  return (
    <div className="message" role="status">
      <p>
        {describeSoldOut(part.availableQuantity, part.minimumOrder)}
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
