import '../../../style/pages/reviews-managed.css'
import type { ManagedReview } from '@freehub/contract/reviews/reviews'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../api/call-error.ts'
import { countedSoFar } from '../../../api/counted.ts'
import { searchOf } from '../../../api/turn.ts'
import { useConfirming } from '../../../ui/dialogs/use-confirming.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { PageTurns } from '../../../ui/lists/page-turns.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { useTurnedPage } from '../../../ui/lists/use-turned-page.ts'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { HideReviewDialog } from './hide-review-dialog.tsx'
import { managedReviewsPage } from './managed-reviews-list.ts'
import { ManagedReviewsTable } from './managed-reviews-table.tsx'
import { ManagedReviewsTabs } from './managed-reviews-tabs.tsx'
import { NoReviewsFound } from './no-reviews-found.tsx'
import { useManagedWanted } from './use-managed-wanted.ts'

/** Everybody's reviews, the hidden ones too: to be answered, hidden, and shown again. */
export function Component() {
  const { wanted, search } = useManagedWanted()
  const {
    data: page,
    error,
    isPending,
    isPlaceholderData,
    refetch,
  } = useQuery(managedReviewsPage(wanted))
  const { asked, refusal, refuse, heading, ask, dialog } = useConfirming<ManagedReview>()
  useTurnedPage(heading)

  return (
    <>
      <PageHead title="Manage Reviews" />
      <div className="dash-head">
        <h1 ref={heading} tabIndex={-1}>
          Manage Reviews
        </h1>
        <p className="num second" role="status">
          {page && !isPlaceholderData && countedSoFar(page.total, 'review', 'reviews')}
        </p>
      </div>
      <div className="tools tools-reviews">
        <ManagedReviewsTabs wanted={wanted} />
        <SearchField
          label="Search reviews"
          placeholder="Words, name or email"
          searched={wanted.search}
          onSearch={search}
        />
      </div>
      {refusal && <Notice text={refusal} />}
      {error && <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {page?.rows.length === 0 && <NoReviewsFound wanted={wanted} />}
      {page && page.rows.length > 0 && (
        <ManagedReviewsTable
          reviews={page.rows}
          stale={isPlaceholderData}
          onHide={ask}
          onRefused={refuse}
          onGone={() => heading.current?.focus({ preventScroll: true })}
        />
      )}
      {page && (
        <PageTurns of="reviews" page={page} to={(turn) => searchOf({ ...wanted, ...turn })} />
      )}
      {asked && <HideReviewDialog review={asked} {...dialog} />}
    </>
  )
}
