import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { formatCappedCount, pluralizeCapped } from '../../api/capped-count.ts'
import {
  type CursorPage,
  formatQueryString,
  isFirstPage,
  type rowCountQuery,
  toFirstPage,
} from '../../api/lists/cursor-page.ts'
import type { useConfirmation } from '../dialogs/use-confirmation.ts'
import { FocusedErrorMessage } from '../focused-error-message.tsx'
import { LoadingScreen } from '../loading-screen.tsx'
import { DashboardHead } from '../page/dashboard-head.tsx'
import { preventScrollReset } from '../page/scroll-restoration.tsx'
import { QueryState } from '../query-state.tsx'
import { EmptyState } from './empty-state.tsx'
import { PAGINATION_ID, Pagination, useFocusOnPageChange } from './pagination.tsx'
import { RestorePosition } from './restore-position.tsx'
import type { ListFilters } from './use-list-filters.ts'

interface ListScreenProps<Row> {
  title: string
  /** The noun for one row and for several: `['order', 'orders']`. */
  nouns: [singular: string, plural: string]
  list: UseQueryResult<CursorPage<Row>>
  filters: ListFilters
  confirmation: Pick<ReturnType<typeof useConfirmation>, 'heading' | 'refusal'>
  pluralizeRows?: typeof pluralizeCapped
  /** Content beside the heading, such as a link to a form. */
  head?: ReactNode
  /** The search field and other tools above the list. */
  tools: ReactNode
  empty: ReactNode
  /** The text of a later page that has no rows any more. */
  emptyPageText: string
  /** Renders the rows. Not called for an empty page. */
  children: (rows: Row[], isStale: boolean) => ReactNode
}

/** A dashboard page that lists rows, with search, filters and pagination. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, nouns, list, filters, confirmation, pluralizeRows = pluralizeCapped } = props
  const { data, isPlaceholderData } = list
  // React renders deferred rows in slices, so that a long page does not block input.
  const { page, isStale } = useDeferredValue(
    useMemo(() => ({ page: data, isStale: isPlaceholderData }), [data, isPlaceholderData]),
  )
  // The rows of other filters do not tell whether these filters have rows.
  const isSettled = page === data && !isPlaceholderData
  const { heading, refusal } = confirmation
  useFocusOnPageChange(heading)

  return (
    <>
      <RestorePosition pages={page && !isStale ? 1 : 0} />
      <DashboardHead title={title} headingRef={heading}>
        <p className="num secondary" role="status">
          {page && !isStale && pluralizeRows(page.total, ...nouns)}
        </p>
        {props.head}
      </DashboardHead>
      {props.tools}
      {refusal && <FocusedErrorMessage text={refusal} />}
      <QueryState query={list} />
      {data && !isSettled && !page?.rows.length && <LoadingScreen />}
      {(page?.next || page?.previous) && (
        <a className="skip" href={`#${PAGINATION_ID}`}>
          Skip to pages
        </a>
      )}
      {page && page.rows.length > 0 && props.children(page.rows, isStale)}
      {isSettled &&
        page?.rows.length === 0 &&
        (isFirstPage(filters) ? (
          props.empty
        ) : (
          <EmptyState text={props.emptyPageText}>
            <Link className="btn btn-outline" to={formatQueryString(toFirstPage(filters))}>
              First Page
            </Link>
          </EmptyState>
        ))}
      {page && (
        <Pagination
          noun={nouns[1]}
          page={page}
          to={(cursor) => formatQueryString({ ...filters, ...cursor })}
        />
      )}
    </>
  )
}

/** Formats the text for a filtered list without rows: `No orders match “hub” in this period.` */
export const formatNoMatches = (noRows: string, search: string, period = '') =>
  `${noRows}${search ? ` match “${search}”` : ''}${period ? ' in this period' : ''}.`

interface NoMatchesProps {
  text: string
  showAllLabel: string
  /** Additional links. */
  children?: ReactNode
}

/** The empty state of a filtered list, with a link that clears the filters. */
export function NoMatches({ text, showAllLabel, children }: NoMatchesProps) {
  return (
    <EmptyState text={text}>
      {children}
      <Link className="btn btn-outline" to="?" state={preventScrollReset}>
        {showAllLabel}
      </Link>
    </EmptyState>
  )
}

interface ListTabsProps<Value> {
  label: string
  tabs: { value: Value; name: string }[]
  selected: Value
  to: (value: Value) => string
  renderCount: (value: Value) => ReactNode
}

/** Links that filter a list, each with its number of rows. */
export function ListTabs<Value extends string>(props: ListTabsProps<Value>) {
  const { label, tabs, selected, to, renderCount } = props
  const nav = useRef<HTMLElement>(null)

  // The tabs become wider when their numbers load.
  useEffect(() => {
    const observer = new ResizeObserver(() => showSelectedTab(nav.current))
    for (const tab of nav.current?.children ?? []) observer.observe(tab)
    return () => observer.disconnect()
  }, [selected])

  return (
    <nav className="tabs-line" aria-label={label} ref={nav}>
      {tabs.map(({ value, name }) => (
        <Link
          key={value}
          to={to(value)}
          aria-current={value === selected ? 'page' : undefined}
          state={preventScrollReset}
        >
          {name}
          {renderCount(value)}
        </Link>
      ))}
    </nav>
  )
}

/** Centers the selected tab in a narrow window. Does not scroll the page, as `scrollIntoView` might. */
function showSelectedTab(nav: HTMLElement | null) {
  const tab = nav?.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!nav || !tab) return
  const box = nav.getBoundingClientRect()
  nav.scrollLeft += tab.left - box.left - (box.width - tab.width) / 2
}

interface RowCountProps {
  query: ReturnType<typeof rowCountQuery>
  /** The number at which the server stops counting. */
  maxCount?: number | undefined
}

/** The number of rows of a tab. While the number is unknown, its space is empty, so that the tabs hardly move. */
export function RowCount({ query, maxCount }: RowCountProps) {
  const { data: count } = useQuery(query)
  return (
    <small className="inline-block min-w-[1ch]">
      {typeof count === 'number' ? formatCappedCount(count, maxCount) : '\u00a0'}
    </small>
  )
}
