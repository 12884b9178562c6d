import type { Call } from '../call.ts'
import { byId } from '../schema-fields.ts'
import * as invoices from './invoice-schemas.ts'

export const invoicesCalls = {
  readInvoice: {
    method: 'GET',
    path: '/api/orders/:id/invoice',
    access: 'user',
    tag: 'invoices',
    summary: 'Returns the invoice of a paid order as a PDF. Admins may read any order’s.',
    params: byId,
    querystring: invoices.documentQuery,
    response: invoices.pdf,
    responseType: 'application/pdf',
    refusals: ['input_invalid', 'order_missing', 'order_not_paid', 'papers_busy'],
  },
  readCreditNote: {
    method: 'GET',
    path: '/api/orders/:id/credit-note',
    access: 'user',
    tag: 'invoices',
    summary: 'Returns the credit note of a refunded order as a PDF. Admins may read any order’s.',
    params: byId,
    querystring: invoices.documentQuery,
    response: invoices.pdf,
    responseType: 'application/pdf',
    refusals: ['input_invalid', 'order_missing', 'order_not_refunded', 'papers_busy'],
  },
  readPackingSlip: {
    method: 'GET',
    path: '/api/orders/:id/packing-slip',
    access: 'admin',
    tag: 'invoices',
    summary: 'Returns the packing slip of a paid order as a PDF.',
    params: byId,
    querystring: invoices.documentQuery,
    response: invoices.pdf,
    responseType: 'application/pdf',
    refusals: ['input_invalid', 'order_missing', 'order_not_paid', 'papers_busy'],
  },
} as const satisfies Record<string, Call>
