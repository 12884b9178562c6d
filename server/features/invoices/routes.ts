import { calls } from '@freehub/contract/calls'
import { pluralize } from '@freehub/contract/money'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../platform/database/connections/connect.ts'
import { createCallRegistrar, type Guards } from '../../platform/http/route.ts'
import type { Principal } from '../identity/guards.ts'
import { composeCreditNote, composeInvoice } from './invoice.ts'
import { ensureIssued } from './issue-invoices.ts'
import { findOrderForDocument, type OrderForDocument, readLines } from './order-for-document.ts'
import { composePackingSlip } from './packing-slip.ts'
import type { DocumentContent, DocumentFile, Maker, PaperSize } from './pdf/document-content.ts'
import type { RenderPdf } from './pdf/pdf-renderer.ts'

interface Deps {
  db: Db
  guards: Guards
  maker: Maker
  renderPdf: RenderPdf
}

/** Serves documents. Each request renders the PDF from the data of the order. */
export async function invoiceRoutes(app: FastifyInstance, { db, guards, maker, renderPdf }: Deps) {
  const register = createCallRegistrar(app, guards)

  register(calls.readInvoice, async ({ params, query, principal }, _request, reply) => {
    const order = await findPaidOrder(db, principal, params.id)
    if (isRefusal(order)) return order
    const issued = await ensureIssued(db, maker, order.id, 'invoice')
    if (isRefusal(issued)) return issued
    // Reads the lines again, because issuing the invoice has recorded their HS codes.
    const lines = await readLines(db, order.id)
    const size = readPaperSize(query)
    const input = { order: { ...order, lines }, maker: issued.maker, size }
    const content = composeInvoice(input, issued)
    return send(principal.id, reply, content)
  })

  register(calls.readCreditNote, async ({ params, query, principal }, _request, reply) => {
    const order = await findOrderForDocument(db, principal, params.id)
    if (isRefusal(order)) return order
    if (!order.refundedAt) return refuse('order_not_refunded')
    const creditNote = await ensureIssued(db, maker, order.id, 'credit_note')
    if (isRefusal(creditNote)) return creditNote
    const invoice = await ensureIssued(db, maker, order.id, 'invoice')
    if (isRefusal(invoice)) return invoice
    const lines = await readLines(db, order.id)
    const size = readPaperSize(query)
    const input = { order: { ...order, lines }, maker: creditNote.maker, size }
    const content = composeCreditNote(input, creditNote, invoice)
    return send(principal.id, reply, content)
  })

  register(calls.readPackingSlip, async ({ params, query, principal }, _request, reply) => {
    const order = await findOrderToPack(db, principal, params.id)
    if (isRefusal(order)) return order
    const content = composePackingSlip({ order, maker, size: readPaperSize(query) }, new Date())
    return send(principal.id, reply, content, order.reference)
  })

  register(calls.readPackingSlips, async ({ query, principal }, _request, reply) => {
    const slips: DocumentContent[] = []
    for (const id of query.ids) {
      const order = await findOrderToPack(db, principal, id)
      if (isRefusal(order)) return order
      slips.push(composePackingSlip({ order, maker, size: readPaperSize(query) }, new Date()))
    }
    const documents = slips as [DocumentContent, ...DocumentContent[]]
    const title = `Packing slips of ${pluralize(slips.length, 'order', 'orders')}`
    return sendFile(principal.id, reply, { title, documents }, 'packing-slips')
  })

  async function send(
    userId: string,
    reply: FastifyReply,
    content: DocumentContent,
    name = content.number,
  ) {
    const fileName = `${content.heading.toLowerCase().replaceAll(' ', '-')}-${name}`
    return sendFile(userId, reply, { title: content.title, documents: [content] }, fileName)
  }

  async function sendFile(userId: string, reply: FastifyReply, file: DocumentFile, name: string) {
    const pdf = await renderPdf(file, userId)
    if (isRefusal(pdf)) return pdf
    reply
      .header('content-disposition', `attachment; filename="${name}.pdf"`)
      .type('application/pdf')
    return pdf
  }
}

/** Finds a paid order without a refund or dispute, because the warehouse ships each order that has a packing slip. */
async function findOrderToPack(db: Db, principal: Principal, id: string) {
  const order = await findPaidOrder(db, principal, id)
  if (isRefusal(order)) return order
  const { reference, refundBeganAt, refundedAt, isHeldByDispute } = order
  if (isHeldByDispute) {
    return refuse('order_disputed', {
      detail: `The customer disputes the payment of order ${reference}. Do not pack it.`,
    })
  }
  if (!refundBeganAt) return order
  return refundedAt
    ? refuse('order_not_paid', {
        detail: `Order ${reference} was refunded. There is nothing to pack.`,
      })
    : refuse('refund_begun', { detail: `Order ${reference} is being refunded. Do not pack it.` })
}

async function findPaidOrder(
  db: Db,
  principal: Principal,
  id: string,
): Promise<OrderForDocument | Refusal> {
  const order = await findOrderForDocument(db, principal, id)
  return isRefusal(order) || order.paidAt ? order : refuse('order_not_paid')
}

const readPaperSize = ({ paper }: { paper?: PaperSize | undefined }): PaperSize => paper ?? 'a4'
