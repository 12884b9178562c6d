import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OrderDocuments } from './order-documents.tsx'

test('states that documents cannot show letters of the name or address', () => {
  expect(renderDocuments('عمر للدراجات\n12 Wheel Lane, Dhaka')).toContain(
    'cannot show some letters',
  )
  expect(renderDocuments('Žofie Łoś\n12 Wheel Lane, Dhaka')).not.toContain('cannot show')
})

const renderDocuments = (recipient: string) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <OrderDocuments
        orderId="1"
        recipient={recipient}
        documents={[{ name: 'Invoice', kind: 'invoice', number: null }]}
      />
    </QueryClientProvider>,
  )
