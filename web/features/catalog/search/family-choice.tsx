import type { Family } from '@freehub/contract/catalog/parts'
import { FOUND_UP_TO, type PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { countedInShort } from '../../../api/counted.ts'
import { drawingSizes } from '../../../ui/drawing.ts'
import type { Want } from './use-parts-wanted.ts'

interface FamilyChoiceProps {
  wanted: PartsWanted
  want: Want
  families: UseQueryResult<Family[]>
}

/** The families of parts, several of which may be ticked, each with how many of it are left. */
export function FamilyChoice({ wanted, want, families }: FamilyChoiceProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => showChosen(list.current), [])

  if (families.isError && !families.data) return null

  function choose(slug: string, chosen: boolean) {
    const others = wanted.families.filter((other) => other !== slug)
    want({ families: chosen ? [...others, slug].sort() : others })
  }

  return (
    <>
      <h2 className="filter-head family-head" id="families">
        Family
      </h2>
      <ul className="families" ref={list} aria-labelledby="families">
        {families.data?.map(({ slug, name, figure, count }) => (
          <li key={slug} data-none={count === 0 || undefined}>
            <label>
              <input
                type="checkbox"
                name="family"
                value={slug}
                checked={wanted.families.includes(slug)}
                onChange={(event) => choose(slug, event.target.checked)}
              />
              <img
                {...drawingSizes.icon}
                src={`/drawings/house/icon-${figure}.svg`}
                alt=""
                decoding="async"
              />
              <span>{name}</span>
              {count !== null && <small>{countedInShort(count, FOUND_UP_TO)}</small>}
            </label>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Where the families are a strip, it begins at the first that the address has chosen. */
function showChosen(list: HTMLElement | null) {
  const chosen = list?.querySelector(':checked')?.closest('li')
  if (!list || !chosen) return
  const edge = Number.parseFloat(getComputedStyle(list).paddingLeft)
  list.scrollLeft += chosen.getBoundingClientRect().left - list.getBoundingClientRect().left - edge
}
