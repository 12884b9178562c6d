import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'

interface PartCrumbsProps {
  details: PartDetails | undefined
  /** The part itself, on the pages that come after its own. */
  part?: Part
}

/** The way from all parts to this one, each step of it a link. */
export function PartCrumbs({ details, part }: PartCrumbsProps) {
  const { family, familySlug } = details ?? {}
  return (
    <nav className="crumb" aria-label="Where you are">
      <ol>
        <li>
          <Link to={paths.allParts}>Bicycle Parts</Link>
        </li>
        {family && familySlug && (
          <li>
            <Link to={paths.partsWanted({ families: [familySlug] })}>{family}</Link>
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
