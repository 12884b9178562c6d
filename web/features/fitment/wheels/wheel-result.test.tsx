import type { WheelPlan } from '@freehub/contract/fitment/fitment'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { wheelPlanQuery } from '../fitment-queries.ts'
import { WheelResult } from './wheel-result.tsx'

const choices = { hub: 'hub', rim: 'rim', crosses: 2, wheels: 10 }
const plan: Omit<WheelPlan, 'drawing'> = {
  spokeHoles: 32,
  crosses: 2,
  sides: [],
  lacking: null,
  lines: [],
  conflict: 'The hub needs a rim with 32 holes.',
}

test.each([
  ['/drawings/wheel.svg', 'Wheel, to scale', 'Drawing: wheel with 32 spokes, 2-cross'],
  [null, 'Wheel', ''],
])('describes the drawing of a wheel only if there is one: %s', (drawing, title, alt) => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  client.setQueryData(wheelPlanQuery(choices).queryKey, { ...plan, drawing })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <WheelResult choices={choices} />
    </QueryClientProvider>,
  )
  expect(html).toContain(`<dd>${title}</dd>`)
  expect(html).toContain(` alt="${alt}"`)
})
