import { NOTES_MAXIMUM } from '@freehub/contract/limits'
import type { Note } from '@freehub/contract/notes/note-schemas'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StaffNotes } from './staff-notes.tsx'

const subject = { user: 'ada' }

function renderNotes(count: number): string {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  const notes = Array.from(
    { length: count },
    (_, n): Note => ({
      id: String(n),
      text: 'Calls on Mondays',
      isOnOrder: false,
      isOwn: false,
      author: 'Grace',
      at: '2030-01-01T00:00:00.000Z',
      editedAt: null,
    }),
  )
  client.setQueryData(['notes', subject], notes)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StaffNotes subject={subject} isFormFolded />
    </QueryClientProvider>,
  )
}

test('states the limit below the largest number of notes that the server lists', () => {
  const readLimit = (count: number) => /<\/ul>(.*?)<div>/.exec(renderNotes(count))?.[1]
  expect(readLimit(NOTES_MAXIMUM)).toBe(
    '<p class="secondary">Only the newest 200 notes are shown.</p>',
  )
  expect(readLimit(NOTES_MAXIMUM - 1)).toBe('')
})
