import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { parseStaffOrderFilters, toOrderQuery } from '../../orders/list/order-filters.ts'
import { customerOrdersQuery } from '../../orders/staff/customer-orders-query.ts'
import { reviewsByUserQuery } from '../../reviews/staff/managed-reviews-queries.ts'
import { PersonOrders, PersonReviews } from './person-sections.tsx'

const email = 'ann@dealer.example'

function render(section: ReactNode, queryKey: QueryKey, rows: unknown[], total: number): string {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  client.setQueryData(queryKey, { rows, total, next: undefined, previous: undefined })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>{section}</MemoryRouter>
    </QueryClientProvider>,
  )
}

test('the number of orders links to the orders that it counts: those of the customer in any stage', () => {
  const html = render(<PersonOrders email={email} />, customerOrdersQuery(email).queryKey, [], 5)
  const [, query] = /\/dashboard\/manageOrders(\?[^"]*)"[^>]*>All 5 orders/.exec(html) ?? []
  const filters = parseStaffOrderFilters(new URLSearchParams(query))
  expect(toOrderQuery(filters)).toMatchObject({ client: email, status: 'Any', search: '' })
})

test('a held review is marked as held', () => {
  const review: ManagedReview = {
    _id: '01980000-0000-7000-8000-000000000001',
    name: 'Ann',
    ratting: 1,
    comment: 'Buy at other.example',
    verifiedBuyer: false,
    answer: null,
    email,
    at: '2030-01-01T00:00:00.000Z',
    answeredAt: null,
    held: true,
    hidden: null,
    changes: [],
  }
  const renderReview = (held: boolean) => {
    const section = <PersonReviews id="ann" email={email} />
    return render(section, reviewsByUserQuery('ann').queryKey, [{ ...review, held }], 1)
  }
  expect(renderReview(true)).toContain('Held')
  expect(renderReview(false)).not.toContain('Held')
})
