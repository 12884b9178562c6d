import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ProposedPart } from './proposed-part.tsx'

test('a proposed part costs the unit price of the quantity to order', () => {
  const part = {
    productId: 'chain',
    name: 'Holm chain',
    sku: null,
    img: '',
    quantity: 1,
    unitPriceCents: 580,
    priceTiers: [{ fromQuantity: 300, unitPriceCents: 550 }],
    available: 1000,
    minimumOrder: 1,
    orderMultiple: null,
  }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <ProposedPart part={part} quantity={300} label="Add" onSelect={async () => {}} />
    </MemoryRouter>,
  )
  expect(html).toContain('300 × $5.50</small>$1,650.00')
})
