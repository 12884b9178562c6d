import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { paths } from '../../paths.ts'
import { isPlainClick } from '../../ui/forms/plain-click.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Stars } from '../../ui/stars.tsx'
import { type ReviewsPage, reviewsQuery } from './reviews-query.ts'

export const MORE_REVIEWS = 'More Reviews'

interface ReviewListProps {
  page: ReviewsPage
  moreLabel: string
  /** True if the user has loaded this page of reviews. Its first review then takes the focus. */
  canTakeFocus?: boolean
}

/** Reviews, newest first, with a link that loads older ones. */
export function ReviewList({
  page: { reviews, next },
  moreLabel,
  canTakeFocus = false,
}: ReviewListProps) {
  return (
    <>
      <div className="quotes">
        {reviews.map((review, index) => (
          <article
            key={review._id}
            className="quote"
            {...(canTakeFocus && index === 0 && { tabIndex: -1, ref: moveLostFocusTo })}
          >
            <Stars value={review.ratting} />
            {review.comment && <p>{review.comment}</p>}
            <footer>
              {review.name}
              {review.verifiedBuyer && <VerifiedBuyer />}
            </footer>
            {review.answer && (
              <blockquote>
                <p>{review.answer}</p>
                <footer>Freehub</footer>
              </blockquote>
            )}
          </article>
        ))}
      </div>
      {next && <MoreReviews after={next} label={moreLabel} />}
    </>
  )
}

/** Loads older reviews in place. Without JavaScript, the link opens the home page with the older reviews. */
function MoreReviews({ after, label }: { after: string; label: string }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <OlderReviews after={after} />

  function open(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <a className="btn btn-outline w-fit mt-2" href={paths.reviewsAfter(after)} onClick={open}>
      {label}
    </a>
  )
}

function OlderReviews({ after }: { after: string }) {
  const query = useQuery(reviewsQuery(after))
  if (!query.data) return <QueryState query={query} />
  return <ReviewList page={query.data} moreLabel={MORE_REVIEWS} canTakeFocus />
}

/** Focuses the element if the focus was lost with the removed link. */
function moveLostFocusTo(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** The mark for reviewers who have a shipped order. */
export function VerifiedBuyer() {
  return <small className="verified">Verified buyer</small>
}
