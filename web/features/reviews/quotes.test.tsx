import type { Review } from '@freehub/contract/reviews/reviews'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Quotes } from './quotes.tsx'

const review: Review = {
  _id: '01980000-0000-7000-8000-000000000001',
  name: 'Grace',
  ratting: 4,
  comment: 'True to size.',
  verifiedBuyer: false,
  answer: null,
}

test('shows the answer to a review in the name of the shop', () => {
  expect(quoted({ ...review, answer: 'Thank you.' })).toContain(
    '<blockquote><p>Thank you.</p><footer>Freehub</footer></blockquote>',
  )
  expect(quoted(review)).not.toContain('blockquote')
})

test('marks a verified buyer', () => {
  expect(quoted({ ...review, verifiedBuyer: true })).toContain('Verified buyer')
  expect(quoted({ ...review, answer: 'Thank you.' })).not.toContain('Verified buyer')
})

function quoted(one: Review) {
  return renderToString(<Quotes page={{ reviews: [one], next: undefined }} more="All reviews" />)
}
