import type { OrderHistory } from '@freehub/contract/orders/orders'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type OrderDocument, OrderDocuments } from './order-documents.tsx'

const UNPRINTABLE = 'عمر للدراجات'
const latin = {
  name: 'Žofie Łoś',
  address: 'Dhaka',
  billedAddress: 'Dhaka',
  note: '',
  reference: '',
}

test.each([
  ['name', 'invoice', true],
  ['note', 'invoice', true],
  ['reference', 'invoice', true],
  ['billedAddress', 'invoice', true],
  ['address', 'invoice', false],
  ['address', 'packing-slip', true],
  ['billedAddress', 'packing-slip', false],
] as const)(
  'states that documents cannot show letters of the %s: %s, %s',
  (field, kind, isStated) => {
    expect(renderDocuments({ ...latin, [field]: UNPRINTABLE }, kind)).toBe(isStated)
    expect(renderDocuments(latin, kind)).toBe(false)
  },
)

/** Returns true if the notice is shown. */
const renderDocuments = (order: Partial<OrderHistory>, kind: OrderDocument['kind']) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <OrderDocuments
        order={order as OrderHistory}
        documents={[{ name: 'Document', kind, number: null }]}
      />
    </QueryClientProvider>,
  ).includes('cannot show some letters')
