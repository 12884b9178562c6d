import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { byId, orderIds } from '../schema-fields.ts'

const documentQuery = z.strictObject({
  paper: z.enum(['a4', 'letter'], 'paper must be a4 or letter.').optional(),
})

const pdf = {
  response: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  responseType: 'application/pdf',
} as const

export const invoicesCalls = {
  ...defineCalls('user', 'invoices', {
    readInvoice: {
      route: 'GET /api/orders/:id/invoice',
      summary:
        'Returns the invoice of a paid order as a PDF. Admins may read the invoice of any order.',
      params: byId,
      querystring: documentQuery,
      ...pdf,
      refusals: ['order_missing', 'order_not_paid', 'papers_busy'],
    },
    readCreditNote: {
      route: 'GET /api/orders/:id/credit-note',
      summary:
        'Returns the credit note of a refunded order as a PDF. Admins may read that of any order.',
      params: byId,
      querystring: documentQuery,
      ...pdf,
      refusals: ['order_missing', 'order_not_refunded', 'papers_busy'],
    },
  }),
  ...defineCalls('admin', 'invoices', {
    readPackingSlip: {
      route: 'GET /api/orders/:id/packing-slip',
      summary: 'Returns the packing slip of a paid order as a PDF.',
      params: byId,
      querystring: documentQuery,
      ...pdf,
      refusals: [
        'order_missing',
        'order_not_paid',
        'refund_begun',
        'order_disputed',
        'papers_busy',
      ],
    },
    readPackingSlips: {
      route: 'GET /api/orders/packing-slips',
      summary: 'Returns the packing slips of paid orders as one PDF. ids are separated by commas.',
      querystring: documentQuery.extend({ ids: orderIds }),
      ...pdf,
      refusals: [
        'order_missing',
        'order_not_paid',
        'refund_begun',
        'order_disputed',
        'papers_busy',
      ],
    },
  }),
}
