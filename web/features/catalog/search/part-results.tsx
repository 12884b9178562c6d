import { type PartFilters, serializePartFilters } from '@freehub/contract/catalog/part-filters'
import type { Family, Part, PartDetails } from '@freehub/contract/catalog/parts'
import { type InfiniteData, type UseInfiniteQueryResult, useQueries } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { RestoreListPosition } from '../../../ui/lists/paged-rows.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { QueryError } from '../../../ui/query-state.tsx'
import { CompareBar, CompareLabel } from '../list/compare-bar.tsx'
import { PartList } from '../list/part-list.tsx'
import { LowestPrice } from '../lowest-price.tsx'
import { PartGrid } from '../part-grid.tsx'
import { listActiveFilters } from './active-filters.ts'
import type { PartsPage } from './all-parts-queries.ts'
import { detailsQuery } from './facet-and-detail-queries.ts'
import { ClearFilters } from './filter-chips.tsx'
import { formatCorrection, formatNoResults, formatPartCount } from './format-results.ts'
import { MoreParts } from './more-parts.tsx'
import { renderMatch } from './render-match.tsx'
import { type FilterProps, RESULTS_ID } from './use-part-filters.ts'

interface PartResultsProps extends FilterProps {
  families: Family[] | undefined
  list: UseInfiniteQueryResult<InfiniteData<PartsPage>>
}

const MemoizedGrid = memo(PartGrid)

/** The parts that match the filters. While new results load, the previous ones stay visible. */
export function PartResults({ filters, updateFilters, families, list }: PartResultsProps) {
  const { data, isPlaceholderData: isStale } = list
  const shownFilters = useShownFilters(filters, isStale)
  const parts = useMemo(() => data?.pages.flatMap((page) => page.parts) ?? [], [data])
  const [first] = data?.pages ?? []
  const { total } = first ?? {}
  const isOffline = list.fetchStatus === 'paused' && (isStale || !data)
  const correction = first ? formatCorrection(first) : ''
  const noResults = total === 0 ? formatNoResults(shownFilters) : ''
  const partCount = first && total ? formatPartCount(first) : ''

  return (
    <section
      id={RESULTS_ID}
      className="results"
      aria-label="Parts"
      aria-busy={isStale || undefined}
      tabIndex={-1}
    >
      <RestoreListPosition list={list} />
      <ResultsStatus
        isSettled={Boolean(data) && !isStale}
        text={`${correction} ${noResults}${partCount}`.trim()}
      />
      {isOffline && (
        <ErrorMessage text="You’re offline. Results will load when you are back online." />
      )}
      {list.isPending && !isOffline && <LoadingScreen />}
      {list.isLoadingError && <QueryError query={list} />}
      {correction && (
        <p className="search-correction mb-5 px-4 py-3 border-l-4 border-l-blue-ink bg-plate font-medium">
          {correction}
        </p>
      )}
      {noResults && (
        <NoResults
          text={noResults}
          filters={shownFilters}
          updateFilters={updateFilters}
          families={families}
        />
      )}
      {total ? (
        <>
          {parts.length > 0 ? (
            <Parts
              pages={data?.pages ?? []}
              parts={parts}
              filters={filters}
              updateFilters={updateFilters}
              search={first?.correctedText ?? shownFilters.search}
            />
          ) : (
            <EmptyState text="There are no parts on this page." />
          )}
          <MoreParts
            key={serializePartFilters(shownFilters).toString()}
            list={list}
            filters={shownFilters}
          />
        </>
      ) : null}
      <CompareBar />
    </section>
  )
}

interface PartsProps extends FilterProps {
  pages: PartsPage[]
  parts: Part[]
  /** The text that found the parts. */
  search: string
}

/** The parts as a grid or a list. Each page loads its details. */
function Parts({ pages, parts, search, ...filterProps }: PartsProps) {
  const details = useQueries({
    queries: pages.map((page) => detailsQuery(page.parts.map(({ _id }) => _id))),
    combine: combineDetails,
  })
  const renderDescription = useCallback(
    (part: Part) => renderMatch(part, details.get(part._id), search),
    [details, search],
  )
  const renderPriceNote = useCallback(
    ({ _id }: Part) => <LowestPrice details={details.get(_id)} />,
    [details],
  )
  return filterProps.filters.view === 'list' ? (
    <PartList parts={parts} details={details} {...filterProps} />
  ) : (
    <MemoizedGrid
      heading="h2"
      parts={parts}
      details={details}
      renderTool={renderCompareLabel}
      renderDescription={renderDescription}
      renderPriceNote={renderPriceNote}
    />
  )
}

const renderCompareLabel = (part: Part) => <CompareLabel part={part} className="compare-label" />

function combineDetails(queries: { data?: PartDetails[] | undefined }[]) {
  return new Map(queries.flatMap(({ data = [] }) => data).map((details) => [details._id, details]))
}

/** Returns the filters of the visible parts. While new results load, these are the previous filters. */
function useShownFilters(filters: PartFilters, isStale: boolean): PartFilters {
  const [shownFilters, setShownFilters] = useState(filters)
  if (!isStale && shownFilters !== filters) setShownFilters(filters)
  return isStale ? shownFilters : filters
}

const DEBOUNCE_MS = 1000

/** Announces results to screen readers after loading, except results that were there at the first render. */
function ResultsStatus({ text, isSettled }: { text: string; isSettled: boolean }) {
  const [initialText] = useState(text)
  const [announced, setAnnounced] = useState('')

  useEffect(() => {
    if (!isSettled || text === announced || (announced === '' && text === initialText)) return
    const timer = setTimeout(() => setAnnounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, isSettled, announced, initialText])

  return (
    <p className="sr-only" role="status">
      {announced}
    </p>
  )
}

interface NoResultsProps extends FilterProps {
  text: string
  families: Family[] | undefined
}

function NoResults({ text, filters, updateFilters, families }: NoResultsProps) {
  const [firstSlug, ...otherSlugs] = filters.families
  const family =
    otherSlugs.length > 0 ? undefined : families?.find(({ slug }) => slug === firstSlug)
  return (
    <EmptyState
      text={text}
      details={filters.search ? 'Try fewer words, a size, or a part number.' : undefined}
      {...(family && { figure: family.figure })}
    >
      {listActiveFilters(filters).length > 0 && (
        <ClearFilters
          className="btn"
          label="Show All Parts"
          filters={filters}
          updateFilters={updateFilters}
        />
      )}
      <Link className="btn btn-outline" to={paths.contactUs}>
        Contact Us
      </Link>
    </EmptyState>
  )
}
