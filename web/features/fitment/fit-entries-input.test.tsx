import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createEmptyEntry, FitEntriesInput } from './fit-entries-input.tsx'

test.each([
  [2, 'true'],
  [3, 'false'],
])('the button that adds an entry stays focusable with 2 of %d entries', (maximum, disabled) => {
  const html = renderToStaticMarkup(
    <FitEntriesInput
      roles={{ label: 'Has or needs', offers: 'has it', needs: 'needs it' }}
      entries={[createEmptyEntry(), createEmptyEntry()]}
      interfaces={[]}
      maximum={maximum}
      isSubmitted={false}
      errors={undefined}
      onChange={() => {}}
    />,
  )
  expect(html).toMatch(new RegExp(`<button[^>]* aria-disabled="${disabled}">Add a Connection<`))
})
