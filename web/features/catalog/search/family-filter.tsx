import { MATCH_COUNT_MAXIMUM } from '@freehub/contract/catalog/part-filters'
import type { Family } from '@freehub/contract/catalog/parts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatCappedCount } from '../../../api/capped-count.ts'
import { drawingSizes } from '../../../ui/drawing-url.ts'
import { type FilterProps, toggleValue } from './use-part-filters.ts'

interface FamilyFilterProps extends FilterProps {
  families: UseQueryResult<Family[]>
}

/**
 * Checkboxes of the part families with their numbers of matching parts. Before the user opens all families, narrow
 * windows show one row. Wide windows show only a single chosen family, so that the filters of its sizes are in view.
 */
export function FamilyFilter({ filters, updateFilters, families }: FamilyFilterProps) {
  const list = useRef<HTMLUListElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isFolded = filters.families.length === 1 && !isOpen
  useEffect(() => scrollToChecked(list.current), [])
  useEffect(() => {
    // Folding moves the family that the user has chosen in the list.
    if (isFolded) list.current?.querySelector(':focus')?.scrollIntoView({ block: 'nearest' })
  }, [isFolded])

  if (families.isError && !families.data) return null

  const toggleFamily = (slug: string, isChecked: boolean) =>
    updateFilters({ families: toggleValue(filters.families, slug, isChecked) })

  return (
    <>
      <h2 className="filter-head family-head [grid-area:1/1]" id="families">
        Family
      </h2>
      {!isOpen && (
        <button
          type="button"
          className="families-all underline cursor-pointer text-small noscript:hidden"
          onClick={() => {
            const find = (box: string) => list.current?.querySelector<HTMLElement>(box)
            const next = find(':checked') ?? find('li:not([data-none]) input')
            next?.focus()
            setOpen(true)
          }}
        >
          Show all
        </button>
      )}
      <ul
        className="families"
        ref={list}
        aria-labelledby="families"
        data-folded={isFolded || undefined}
        data-open={isOpen || undefined}
      >
        {families.data?.map(({ slug, name, figure, count }) => (
          <li className="flex-none" key={slug} data-none={count === 0 || undefined}>
            <label>
              <input
                type="checkbox"
                name="family"
                value={slug}
                checked={filters.families.includes(slug)}
                onChange={(event) => toggleFamily(slug, event.target.checked)}
              />
              <img
                {...drawingSizes.icon}
                src={`/drawings/house/icon-${figure}.svg`}
                alt=""
                loading="lazy"
                decoding="async"
              />
              <span>{name}</span>
              {count !== null && <small>{formatCappedCount(count, MATCH_COUNT_MAXIMUM)}</small>}
            </label>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Scrolls to the first checked family, because small screens show the families as a strip. */
function scrollToChecked(list: HTMLElement | null) {
  const checked = list?.querySelector(':checked')?.closest('li')
  if (!list || !checked) return
  const edge = Number.parseFloat(getComputedStyle(list).paddingLeft)
  list.scrollLeft += checked.getBoundingClientRect().left - list.getBoundingClientRect().left - edge
}
