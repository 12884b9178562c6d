import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PagedRows } from './paged-rows.tsx'

test.each([
  [false, 'No products yet', 'Loading'],
  [true, 'Loading', 'No products yet'],
])(
  'states that a list is empty only after it has loaded, placeholder data: %s',
  (isPlaceholderData, text, hidden) => {
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <PagedRows
          noun="products"
          loaded={{ rows: [], total: 0, isTotalCapped: false }}
          list={{ isPlaceholderData } as unknown as UseInfiniteQueryResult}
          empty="No products yet"
        >
          {() => null}
        </PagedRows>
      </MemoryRouter>,
    )
    expect(html).toContain(text)
    expect(html).not.toContain(hidden)
  },
)
