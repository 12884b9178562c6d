import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { sentenceOf } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { isPlainPress } from '../../ui/forms/plain-press.ts'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { Stars } from '../../ui/stars.tsx'
import { type ReviewsPage, reviewsQuery } from './reviews-query.ts'
import { VerifiedBuyer } from './verified-buyer.tsx'

export const MORE_REVIEWS = 'More reviews'

interface QuotesProps {
  page: ReviewsPage
  /** What the way to the older ones is called. */
  more: string
  /** They were asked for, and whoever asked goes on with the first of them. */
  goOn?: boolean
}

/** Reviews one by one, and the way to the older ones. */
export function Quotes({ page: { reviews, next }, more, goOn = false }: QuotesProps) {
  return (
    <>
      <div className="quotes">
        {reviews.map((review, place) => (
          <article
            key={review._id}
            className="quote"
            {...(goOn && place === 0 && { tabIndex: -1, ref: goOnAt })}
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
      {next && <MoreQuotes after={next} words={more} />}
    </>
  )
}

/** Brings the older ones in its own place; where there are no scripts, on a page of their own. */
function MoreQuotes({ after, words }: { after: string; words: string }) {
  const [isWanted, setIsWanted] = useState(false)
  if (isWanted) return <OlderQuotes after={after} />

  function show(event: MouseEvent) {
    if (!isPlainPress(event)) return
    event.preventDefault()
    setIsWanted(true)
  }
  return (
    <a className="btn btn-outline more-quotes" href={paths.reviewsAfter(after)} onClick={show}>
      {words}
    </a>
  )
}

function OlderQuotes({ after }: { after: string }) {
  const { data: page, error, refetch } = useQuery(reviewsQuery(after))
  if (page) return <Quotes page={page} more={MORE_REVIEWS} goOn />
  if (error) return <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
  return <LoadingScreen />
}

/** The link that was pressed is gone, and the focus with it, unless it is elsewhere by now. */
function goOnAt(quote: HTMLElement | null) {
  if (document.activeElement === document.body) quote?.focus({ preventScroll: true })
}
