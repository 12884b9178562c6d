import type { Family } from '@freehub/contract/catalog/parts'
import type { PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import type { UseQueryResult } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useRef } from 'react'
import { paths } from '../../../paths.ts'
import { FamilyChoice } from './family-choice.tsx'
import { FINDER_FORM, PARTS_FOUND } from './finder-ids.ts'
import { PartsSearch } from './parts-search.tsx'
import { PriceRange } from './price-range.tsx'
import { useChosenBeforeWaking } from './use-chosen-before-waking.ts'
import type { Want } from './use-parts-wanted.ts'

interface PartsFinderProps {
  wanted: PartsWanted
  want: Want
  families: UseQueryResult<Family[]>
}

/**
 * Everything that can be asked for. Without scripts it is one form that asks the address; with them each change
 * asks at once. What stands behind Filters on a small screen stands open on a large one.
 */
export function PartsFinder({ wanted, want, families }: PartsFinderProps) {
  const form = useRef<HTMLFormElement>(null)
  useChosenBeforeWaking(form, wanted, want)

  return (
    <search>
      <form
        ref={form}
        id={FINDER_FORM}
        method="get"
        action={paths.allParts}
        autoComplete="off"
        onSubmit={(event) => event.preventDefault()}
      >
        <PartsSearch wanted={wanted} want={want} />
        <div className="finder-side">
          <a className="skip" href={`#${PARTS_FOUND}`}>
            Skip to the parts
          </a>
          {/* Who opens it before the page wakes finds it open. */}
          <details className="filters-switch" suppressHydrationWarning>
            <summary className="btn btn-outline btn-sm">
              <SlidersHorizontal className="ic" aria-hidden="true" />
              Filters
            </summary>
          </details>
          <div className="filters">
            <Availability wanted={wanted} want={want} />
            <PriceRange wanted={wanted} want={want} />
          </div>
          <FamilyChoice wanted={wanted} want={want} families={families} />
        </div>
      </form>
    </search>
  )
}

function Availability({ wanted, want }: Omit<PartsFinderProps, 'families'>) {
  return (
    <label className="tick">
      <input
        type="checkbox"
        name="available"
        value="true"
        checked={wanted.available}
        onChange={(event) => want({ available: event.target.checked })}
      />
      <span>
        Available now <small>Enough for the minimum order</small>
      </span>
    </label>
  )
}
