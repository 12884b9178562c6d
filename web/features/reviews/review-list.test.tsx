import type { Review } from '@freehub/contract/reviews/review-schemas'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ReviewList } from './review-list.tsx'

const review: Review = {
  _id: '01980000-0000-7000-8000-000000000001',
  name: 'Grace',
  ratting: 4,
  comment: 'True to size.',
  verifiedBuyer: false,
  answer: null,
}

test('shows the answer to a review under the name Freehub', () => {
  expect(renderReview({ ...review, answer: 'Thank you.' })).toContain(
    '<blockquote><p>Thank you.</p><footer>Freehub</footer></blockquote>',
  )
  expect(renderReview(review)).not.toContain('blockquote')
})

test('marks a verified buyer', () => {
  expect(renderReview({ ...review, verifiedBuyer: true })).toContain('Verified buyer')
  expect(renderReview({ ...review, answer: 'Thank you.' })).not.toContain('Verified buyer')
})

function renderReview(review: Review) {
  return renderToString(
    <ReviewList page={{ reviews: [review], next: undefined }} moreLabel="All Reviews" />,
  )
}
