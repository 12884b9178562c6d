import type { Call } from '../call.ts'
import { byId } from '../schema-fields.ts'
import * as invoices from './invoice-schemas.ts'

/** The calls about invoices. */
export const invoicesCalls = {
  readInvoice: {
    method: 'GET',
    path: '/api/orders/:id/invoice',
    access: 'user',
    about: 'invoices',
    summary: 'The invoice of a paid order as a PDF: of ones own, or for an admin anybody’s.',
    params: byId,
    querystring: invoices.paperQuery,
    answer: invoices.pdf,
    answerType: 'application/pdf',
    refusals: ['input_invalid', 'order_missing', 'order_not_paid', 'papers_busy'],
  },
  readCreditNote: {
    method: 'GET',
    path: '/api/orders/:id/credit-note',
    access: 'user',
    about: 'invoices',
    summary:
      'The credit note of a refunded order as a PDF: of ones own, or for an admin anybody’s.',
    params: byId,
    querystring: invoices.paperQuery,
    answer: invoices.pdf,
    answerType: 'application/pdf',
    refusals: ['input_invalid', 'order_missing', 'order_not_refunded', 'papers_busy'],
  },
  readPackingSlip: {
    method: 'GET',
    path: '/api/orders/:id/packing-slip',
    access: 'admin',
    about: 'invoices',
    summary: 'The packing slip of a paid order as a PDF.',
    params: byId,
    querystring: invoices.paperQuery,
    answer: invoices.pdf,
    answerType: 'application/pdf',
    refusals: ['input_invalid', 'order_missing', 'order_not_paid', 'papers_busy'],
  },
} as const satisfies Record<string, Call>
