import type { Family } from '@freehub/contract/catalog/parts'
import type { PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import type { MouseEvent } from 'react'
import { CloseIcon } from '../../../ui/icons.tsx'
import { chosenOf, nothingChosen } from './chosen.ts'
import { focusPartsFound } from './focus-parts-found.ts'
import type { Want } from './use-parts-wanted.ts'
import { WishLink } from './wish-link.tsx'

interface ChosenChipsProps {
  wanted: PartsWanted
  want: Want
  families: Family[] | undefined
}

/** What was chosen; each chip gives itself up when it is pressed. */
export function ChosenChips({ wanted, want, families }: ChosenChipsProps) {
  const chosen = chosenOf(wanted, families)
  if (chosen.length === 0) return null
  return (
    <ul className="chips" aria-label="Chosen">
      {chosen.map(({ key, name, without }) => (
        <li key={key}>
          <WishLink
            className="chip"
            wanted={wanted}
            want={want}
            change={without}
            aria-label={`Remove ${name}`}
            onClick={chosen.length > 1 ? focusNeighbour : focusPartsFound}
          >
            <span>{name}</span>
            <CloseIcon />
          </WishLink>
        </li>
      ))}
      <li>
        <WishLink
          className="chips-clear"
          wanted={wanted}
          want={want}
          change={nothingChosen}
          onClick={focusPartsFound}
        >
          Clear all
        </WishLink>
      </li>
    </ul>
  )
}

/** The chip that was pressed is about to go: the focus moves to the one that takes its place. */
function focusNeighbour(event: MouseEvent) {
  const item = event.currentTarget.closest('li')
  item?.nextElementSibling?.querySelector('a')?.focus()
}
