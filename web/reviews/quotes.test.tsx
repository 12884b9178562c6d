import type { Review } from '@freehub/contract/reviews'
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

test('shows the answer to a review in the name of the shop, and who is a verified buyer', () => {
  const answered = { ...review, verifiedBuyer: true, answer: 'Thank you. The next ones' }
  const html = quoted(answered)
  expect(html).toMatch(
    /<blockquote><p>Thank you\. The next ones<\/p><footer>Freehub<\/footer><\/blockquote>/,
  )
  expect(html).toContain('Verified buyer')
  expect(quoted(review)).not.toMatch(/blockquote|Verified buyer/)
})

function quoted(one: Review) {
  return renderToString(<Quotes page={{ reviews: [one], next: undefined }} more="All reviews" />)
}
