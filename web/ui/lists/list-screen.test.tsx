import type { UseQueryResult } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { type CursorPage, FIRST_PAGE } from '../../api/lists/cursor-page.ts'
import { SettingsProvider } from '../../page-settings.ts'
import { settings } from '../../testing/render-page.ts'
import { ListScreen } from './list-screen.tsx'

test.each([
  [false, 'No orders match “hub”.', 'Loading'],
  [true, 'Loading', 'No orders match “hub”.'],
])(
  'states that no rows match only after the page has loaded, placeholder data: %s',
  (isPlaceholderData, text, hidden) => {
    const data = { rows: [], next: undefined, previous: undefined, total: 0 }
    const html = renderToStaticMarkup(
      <SettingsProvider value={{ ...settings, year: 2026 }}>
        <MemoryRouter>
          <ListScreen
            title="Orders"
            nouns={['order', 'orders']}
            list={{ data, isPlaceholderData } as unknown as UseQueryResult<CursorPage<object>>}
            filters={{ search: 'hub', ...FIRST_PAGE }}
            confirmation={{ heading: { current: null }, refusal: '' }}
            tools={null}
            empty={<p>No orders match “hub”.</p>}
            emptyPageText=""
          >
            {() => null}
          </ListScreen>
        </MemoryRouter>
      </SettingsProvider>,
    )
    expect(html).toContain(text)
    expect(html).not.toContain(hidden)
  },
)
