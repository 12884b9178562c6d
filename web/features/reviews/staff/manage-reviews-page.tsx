import '../../../style/pages/reviews-managed.css'
import { HIDE_REASON_LENGTH } from '@freehub/contract/limits'
import type { ManagedReview, ReviewsFilter } from '@freehub/contract/reviews/review-schemas'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { ensureDone } from '../../../api/call-error.ts'
import { formatQueryString, toFirstPage } from '../../../api/lists/cursor-page.ts'
import { type DialogCallbacks, ReasonDialog } from '../../../ui/dialogs/action-dialog.tsx'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { DateFilter } from '../../../ui/lists/date-filter.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import {
  formatNoMatches,
  ListScreen,
  ListTabs,
  NoMatches,
  RowCount,
} from '../../../ui/lists/list-screen.tsx'
import { ListSelect } from '../../../ui/lists/list-select.tsx'
import { MoreTools } from '../../../ui/lists/more-tools.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import { parseDatedFilters, useListFilters } from '../../../ui/lists/use-list-filters.ts'
import { ManagedReviewRow } from './managed-review-row.tsx'
import {
  managedReviewsQuery,
  type ReviewFilters,
  refetchReviews,
  reviewsCountQuery,
} from './managed-reviews-queries.ts'

const TABS: { value: ReviewsFilter | ''; name: string }[] = [
  { value: '', name: 'All' },
  { value: 'unanswered', name: 'Unanswered' },
  { value: 'held', name: 'Held' },
  { value: 'hidden', name: 'Hidden' },
]

const RATINGS = [
  { value: '', name: 'Any rating' },
  { value: '3', name: '1–3 stars' },
  { value: '2', name: '1–2 stars' },
  { value: '1', name: '1 star' },
]

/** Staff search, filter, answer, hide and release reviews. */
export default function ManageReviewsPage() {
  const { filters, update, setSearch } = useListFilters(parseReviewFilters)
  const list = useQuery(managedReviewsQuery(filters))
  const confirmation = useConfirmation<ManagedReview>()
  const { item, heading, open, setRefusal, dialog } = confirmation

  const tools = (
    <div className="tools tools-filters">
      <ListTabs
        label="Reviews by kind"
        tabs={TABS}
        selected={filters.show}
        to={(show) => formatQueryString({ ...toFirstPage(filters), show })}
        renderCount={(show) => <RowCount query={reviewsCountQuery({ ...filters, show })} />}
      />
      <SearchField
        label="Search reviews"
        placeholder="Text, name or email"
        search={filters.search}
        onSearch={setSearch}
      />
      <MoreTools count={Number(filters.period !== '') + Number(filters.maxRating !== '')}>
        <ListSelect
          label="Rating"
          value={filters.maxRating}
          options={RATINGS}
          onChange={(maxRating) => update({ maxRating })}
        />
        <DateFilter filters={filters} onChange={update} />
      </MoreTools>
    </div>
  )
  return (
    <>
      <ListScreen
        title="Manage Reviews"
        nouns={['review', 'reviews']}
        list={list}
        filters={filters}
        confirmation={confirmation}
        tools={tools}
        empty={<NoReviews filters={filters} />}
        emptyPageText="There are no more reviews on this page."
      >
        {(reviews, isStale) => (
          <table
            className="table reviews-managed min-[900px]:table-fixed"
            aria-label="Reviews"
            aria-busy={isStale}
          >
            <TableHead
              columns={[['Customer', 'client-column'], 'Review', ['Action', 'action-column']]}
            />
            <tbody>
              {reviews.map((review) => (
                <ManagedReviewRow
                  key={review._id}
                  review={review}
                  onHide={open}
                  onRefused={setRefusal}
                  onFocusLost={() => heading.current?.focus({ preventScroll: true })}
                />
              ))}
            </tbody>
          </table>
        )}
      </ListScreen>
      {item && <HideReviewDialog review={item} {...dialog} />}
    </>
  )
}

function parseReviewFilters(params: URLSearchParams): ReviewFilters {
  const show = TABS.find(({ value }) => value === params.get('show'))?.value ?? ''
  const maxRating = RATINGS.find(({ value }) => value === params.get('maxRating'))?.value ?? ''
  return { show, maxRating, ...parseDatedFilters(params) }
}

function NoReviews({ filters: { search, show, maxRating, period } }: { filters: ReviewFilters }) {
  if (!search && !show && !maxRating && !period) return <EmptyState text="No reviews yet." />
  if (maxRating)
    return <NoMatches text="No reviews match these filters." showAllLabel="All Reviews" />
  const noReviews = show ? `No ${show} reviews` : 'No reviews'
  return <NoMatches text={formatNoMatches(noReviews, search, period)} showAllLabel="All Reviews" />
}

interface HideReviewDialogProps extends DialogCallbacks {
  review: ManagedReview
}

function HideReviewDialog({ review, ...callbacks }: HideReviewDialogProps) {
  return (
    <ReasonDialog
      action={{
        send: (reason) =>
          ensureDone(
            () =>
              call<{ modifiedCount: number }>('PUT', `/api/reviews/${review._id}/hidden`, {
                body: { reason },
              }),
            { modifiedCount: 1 },
          ),
        getRefusal: ({ modifiedCount }) =>
          modifiedCount === 0 && `The review by ${review.name} was already hidden.`,
        toast: 'Review hidden',
        failure: `The review by ${review.name} was not hidden.`,
        refetch: refetchReviews,
      }}
      title="Hide this review?"
      text={`The review by ${review.name} disappears from the shop immediately and no longer counts towards the rating.`}
      confirmLabel="Hide"
      maxLength={HIDE_REASON_LENGTH}
      {...callbacks}
    />
  )
}
