import '../../../style/pages/reviews-managed.css'
import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { useQuery } from '@tanstack/react-query'
import { formatError } from '../../../api/call-error.ts'
import { pluralizeCapped } from '../../../api/format-count.ts'
import { formatQueryString } from '../../../api/page-cursor.ts'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { Pagination } from '../../../ui/lists/pagination.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { useFocusOnPageChange } from '../../../ui/lists/use-focus-on-page-change.ts'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { HideReviewDialog } from './hide-review-dialog.tsx'
import { managedReviewsQuery } from './managed-reviews-list.ts'
import { ManagedReviewsTable } from './managed-reviews-table.tsx'
import { ManagedReviewsTabs } from './managed-reviews-tabs.tsx'
import { NoReviewsFound } from './no-reviews-found.tsx'
import { useReviewFilters } from './use-review-filters.ts'

/** All reviews, also held and hidden ones, for staff: search, filter, answer, hide and release. */
export function Component() {
  const { filters, setSearch } = useReviewFilters()
  const {
    data: page,
    error,
    isPending,
    isPlaceholderData,
    refetch,
  } = useQuery(managedReviewsQuery(filters))
  const { item, refusal, setRefusal, heading, open, dialog } = useConfirmation<ManagedReview>()
  useFocusOnPageChange(heading)

  return (
    <>
      <PageHead title="Manage Reviews" />
      <div className="dash-head">
        <h1 ref={heading} tabIndex={-1}>
          Manage Reviews
        </h1>
        <p className="num second" role="status">
          {page && !isPlaceholderData && pluralizeCapped(page.total, 'review', 'reviews')}
        </p>
      </div>
      <div className="tools tools-reviews">
        <ManagedReviewsTabs filters={filters} />
        <SearchField
          label="Search reviews"
          placeholder="Text, name or email"
          search={filters.search}
          onSearch={setSearch}
        />
      </div>
      {refusal && <Notice text={refusal} />}
      {error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {page?.rows.length === 0 && <NoReviewsFound filters={filters} />}
      {page && page.rows.length > 0 && (
        <ManagedReviewsTable
          reviews={page.rows}
          isStale={isPlaceholderData}
          onHide={open}
          onRefused={setRefusal}
          onFocusLost={() => heading.current?.focus({ preventScroll: true })}
        />
      )}
      {page && (
        <Pagination
          noun="reviews"
          page={page}
          to={(cursor) => formatQueryString({ ...filters, ...cursor })}
        />
      )}
      {item && <HideReviewDialog review={item} {...dialog} />}
    </>
  )
}
