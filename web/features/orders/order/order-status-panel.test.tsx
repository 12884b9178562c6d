import type { OrderHistory } from '@freehub/contract/orders/orders'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { OrderStatusPanel } from './order-status-panel.tsx'

test('warns staff on the page of an unpaid order about a refund that failed', () => {
  expect(renderUnpaidOrder(true)).toContain('A refund failed.')
  expect(renderUnpaidOrder(false)).not.toContain('Waiting for the payment.')
})

function renderUnpaidOrder(hasFailedRefund: boolean) {
  const order = {
    stage: 'Pending',
    totalPrice: 30,
    lines: [],
    steps: [],
    reservedUntil: '2026-11-21T15:00:00.000Z',
    hasFailedRefund,
  } as unknown as OrderHistory
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OrderStatusPanel
          order={order}
          clockOffsetMs={0}
          isOwn={false}
          describedBy=""
          onOpenDialog={() => {}}
          onRefused={() => {}}
        >
          {null}
        </OrderStatusPanel>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
