import {
  type PartFilters,
  parsePartFilters,
  serializePartFilters,
} from '@freehub/contract/catalog/part-filters'
import type { Family } from '@freehub/contract/catalog/parts'
import { SEARCH_LENGTH } from '@freehub/contract/limits'
import type { UseQueryResult } from '@tanstack/react-query'
import { Search, SlidersHorizontal } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { paths } from '../../../paths.ts'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { useDebouncedInput } from '../../../ui/forms/use-debounced-input.ts'
import { listActiveFilters } from './active-filters.ts'
import { findOnlyFamily } from './facet-and-detail-queries.ts'
import { FacetFilter } from './facet-filter.tsx'
import { FamilyFilter } from './family-filter.tsx'
import { PriceRange } from './price-range.tsx'
import {
  FILTER_FORM_ID,
  type FilterProps,
  RESULTS_ID,
  toggleValue,
  type UpdateFilters,
} from './use-part-filters.ts'

interface FilterFormProps extends FilterProps {
  families: UseQueryResult<Family[]>
}

/**
 * The form for search and filters. Without scripts, it is a GET form. With scripts, each change applies immediately.
 * Below 1280 pixels it has the buttons Family and Filters.
 */
export function FilterForm({ filters, updateFilters, families }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useChangesBeforeHydration(form, filters, updateFilters)
  const hasOneFamily = filters.families.length === 1
  const onlyFamily = findOnlyFamily(filters, families.data)
  const familyFilter = (
    <FamilyFilter
      key="families"
      filters={filters}
      updateFilters={updateFilters}
      families={families}
    />
  )

  return (
    <search className="print:hidden">
      <form
        ref={form}
        id={FILTER_FORM_ID}
        method="get"
        action={paths.allParts}
        autoComplete="off"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchInput filters={filters} updateFilters={updateFilters} />
        {filters.view && <input type="hidden" name="view" value={filters.view} />}
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center mt-5 min-[1280px]:block min-[1280px]:row-[2/4]">
          <a className="skip" href={`#${RESULTS_ID}`}>
            Skip to results
          </a>
          <FamilySwitch filters={filters} />
          {/* The user may have opened it before hydration. */}
          <details
            className="filters-switch [grid-area:1/2] min-[1280px]:hidden"
            suppressHydrationWarning
          >
            <summary className="btn btn-outline btn-sm">
              <SlidersHorizontal className="ic" aria-hidden="true" />
              Filters
            </summary>
          </details>
          {hasOneFamily && familyFilter}
          <div className="filters" key="filters">
            <AvailabilityFilter filters={filters} updateFilters={updateFilters} />
            <PriceRange filters={filters} updateFilters={updateFilters} />
            {onlyFamily && (
              // A form without scripts cannot also choose the family of these filters.
              <div className={hasOneFamily ? 'contents' : 'contents noscript:hidden'}>
                <FacetFilter
                  filters={{ ...filters, families: [onlyFamily] }}
                  updateFilters={updateFilters}
                />
              </div>
            )}
          </div>
          {!hasOneFamily && familyFilter}
        </div>
      </form>
    </search>
  )
}

/** Opens the families on small screens. A search closes them. A page with filters starts with them closed. */
function FamilySwitch({ filters }: Pick<FilterProps, 'filters'>) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpenAtStart] = useState(() => listActiveFilters(filters).length === 0)
  const previousSearch = useRef(filters.search)
  useEffect(() => {
    if (previousSearch.current === filters.search) return
    previousSearch.current = filters.search
    if (details.current && filters.search !== '') details.current.open = false
  }, [filters.search])

  return (
    <details
      ref={details}
      className="families-switch [grid-area:1/1] min-[1280px]:hidden"
      open={isOpenAtStart}
      suppressHydrationWarning
    >
      <summary className="filter-head">Family</summary>
    </details>
  )
}

function AvailabilityFilter({ filters, updateFilters }: FilterProps) {
  return (
    <label className="check-label">
      <input
        type="checkbox"
        name="available"
        value="true"
        checked={filters.available}
        onChange={(event) => updateFilters({ available: event.target.checked })}
      />
      <span>
        Available now <small className="block">At least the minimum order</small>
      </span>
    </label>
  )
}

function SearchInput({ filters, updateFilters }: FilterProps) {
  const { input, commitNow } = useDebouncedInput({
    value: filters.search,
    parse: parseSearch,
    format: identity,
    onCommit: (search, replace) => updateFilters({ search }, { replace }),
  })
  useBarSearchWhenFieldIsAbove(input.ref)
  return (
    <div className="search parts-search relative min-[1280px]:col-span-full">
      <Search className="ic" aria-hidden="true" />
      <input
        {...input}
        onKeyDown={onEnter(commitNow)}
        className="input pl-12 min-h-12 md:min-h-14 border-[1.5px] border-ink text-[17px] text-ellipsis"
        type="search"
        name="search"
        aria-label="Search parts"
        placeholder="Name, size or number"
        maxLength={SEARCH_LENGTH}
        enterKeyHint="search"
        spellCheck={false}
      />
    </div>
  )
}

/** Shows the search of the top bar while the page's own field is out of view. Only one of them is visible. */
function useBarSearchWhenFieldIsAbove(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const own = field.current
    if (!own) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        const previous = document.activeElement
        // A window that changes its height also reports a field that is in view.
        const isAbove = entry && entry.boundingClientRect.bottom <= (entry.rootBounds?.top ?? 0)
        own.toggleAttribute('data-away', isAbove)
        if (previous?.closest('.bar-search') && !previous.checkVisibility())
          own.focus({ preventScroll: true })
      },
      { rootMargin: `-${getComputedStyle(own).scrollMarginTop} 0px 0px` },
    )
    observer.observe(own)
    return () => observer.disconnect()
  }, [field])
}

const identity = (text: string) => text

/** Normalizes the text as in a URL. */
const parseSearch = (text: string) => parsePartFilters(new URLSearchParams({ search: text })).search

/** Applies the checkboxes and the sort order that the user changed before hydration. */
function useChangesBeforeHydration(
  form: RefObject<HTMLFormElement | null>,
  filters: PartFilters,
  updateFilters: UpdateFilters,
) {
  const earlyFilters = useRef<Partial<PartFilters>>(undefined)

  // A layout effect reads the fields before React resets them. An effect applies the fields once
  // navigation works.
  const readForm = useEffectEvent(() => {
    // Attributes come last, because a changed attribute also sets its family.
    const fields = [...(form.current?.elements ?? [])].toSorted(
      (a, b) => Number(isAttribute(a)) - Number(isAttribute(b)),
    )
    const formFilters = fields.reduce(applyField, filters)
    if (formatQuery(formFilters) !== formatQuery(filters)) earlyFilters.current = formFilters
  })
  useLayoutEffect(() => readForm(), [])

  const applyEarlyFilters = useEffectEvent(
    () => earlyFilters.current && updateFilters(earlyFilters.current),
  )
  useEffect(() => void applyEarlyFilters(), [])
}

const isAttribute = (field: Element) => field.getAttribute('name') === 'attribute'

const formatQuery = (filters: PartFilters) => serializePartFilters(filters).toString()

/** Merges the value of a form field into the filters. */
function applyField(filters: PartFilters, field: Element): PartFilters {
  if (field instanceof HTMLSelectElement) {
    return { ...filters, sort: parsePartFilters(new URLSearchParams({ sort: field.value })).sort }
  }
  if (!(field instanceof HTMLInputElement && field.type === 'checkbox')) return filters
  const { name, value, checked } = field
  if (name === 'available') return { ...filters, available: checked }
  if (isAttribute(field)) {
    const { attributes = [] } = filters
    if (checked === attributes.includes(value)) return filters
    const families = [field.dataset.family ?? '']
    return { ...filters, families, attributes: toggleValue(attributes, value, checked) }
  }
  return { ...filters, families: toggleValue(filters.families, value, checked) }
}
