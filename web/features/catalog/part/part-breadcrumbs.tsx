import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'

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
