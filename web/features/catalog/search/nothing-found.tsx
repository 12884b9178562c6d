import type { Family } from '@freehub/contract/catalog/parts'
import type { PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { chosenOf, nothingChosen } from './chosen.ts'
import { focusPartsFound } from './focus-parts-found.ts'
import type { Want } from './use-parts-wanted.ts'
import { WishLink } from './wish-link.tsx'

interface NothingFoundProps {
  text: string
  wanted: PartsWanted
  want: Want
  families: Family[] | undefined
}

/** Nothing is left: the outline of what was looked for, and the way back to everything. */
export function NothingFound({ text, wanted, want, families }: NothingFoundProps) {
  const [only, ...others] = wanted.families
  const looked = others.length > 0 ? undefined : families?.find(({ slug }) => slug === only)
  return (
    <EmptyState
      text={text}
      more={wanted.search ? 'Try fewer words, a size, or a part number.' : undefined}
      {...(looked && { figure: looked.figure })}
    >
      {chosenOf(wanted).length > 0 && (
        <WishLink
          className="btn"
          wanted={wanted}
          want={want}
          change={nothingChosen}
          onClick={focusPartsFound}
        >
          Clear all
        </WishLink>
      )}
    </EmptyState>
  )
}
