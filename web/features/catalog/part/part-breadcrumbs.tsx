import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'

interface PartBreadcrumbsProps {
  details: PartDetails | undefined
  /** On pages below the part's own page. */
  part?: Part
}

export function PartBreadcrumbs({ details, part }: PartBreadcrumbsProps) {
  const { family, familySlug } = details ?? {}
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <ol>
        <li>
          <Link to={paths.allParts}>Bicycle Parts</Link>
        </li>
        {family && familySlug && (
          <li>
            <Link to={paths.filteredParts({ families: [familySlug] })}>{family}</Link>
          </li>
        )}
        {part && (
          <li>
            <Link to={paths.part(part._id)}>{part.name}</Link>
          </li>
        )}
      </ol>
    </nav>
  )
}
