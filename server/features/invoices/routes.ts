import { calls } from '@freehub/contract/calls'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/connections/connect.ts'
import { answer, type Guards } from '../../platform/http/route.ts'
import { type Asker, askerOf } from '../identity/guards.ts'
import { creditNote, invoice } from './invoice.ts'
import type { Maker } from './maker.ts'
import { findOrderOnPaper, type OrderOnPaper } from './order-on-paper.ts'
import { packingSlip } from './packing-slip.ts'
import type { Paper, PaperSize } from './pdf/paper.ts'
import type { MakePdf } from './pdf/pdf-maker.ts'
import { readIssued } from './read-issued.ts'

interface Deps {
  db: Db
  guards: Guards
  maker: Maker
  makePdf: MakePdf
}

/** The shop's papers. Each is drawn anew from the books whenever it is asked for. */
export async function invoiceRoutes(app: FastifyInstance, { db, guards, maker, makePdf }: Deps) {
  answer(app, guards, calls.readInvoice, async ({ params, query }, request, reply) => {
    const order = await findPaid(db, askerOf(request), params.id)
    if (isRefusal(order)) return order
    const issued = await readIssued(db, order.id, 'invoice')
    if (isRefusal(issued)) return issued
    const paper = invoice({ order, maker, size: sizeOf(query) }, issued)
    return send(request, reply, paper)
  })

  answer(app, guards, calls.readCreditNote, async ({ params, query }, request, reply) => {
    const order = await findOrderOnPaper(db, askerOf(request), params.id)
    if (isRefusal(order)) return order
    if (!order.refundedAt) return refuse('order_not_refunded')
    const issued = await readIssued(db, order.id, 'credit_note')
    if (isRefusal(issued)) return issued
    const of = await readIssued(db, order.id, 'invoice')
    if (isRefusal(of)) return of
    const paper = creditNote({ order, maker, size: sizeOf(query) }, issued, of)
    return send(request, reply, paper)
  })

  answer(app, guards, calls.readPackingSlip, async ({ params, query }, request, reply) => {
    const order = await findPaid(db, askerOf(request), params.id)
    if (isRefusal(order)) return order
    if (order.refundedAt) {
      return refuse('order_not_paid', {
        detail: 'The order was refunded: nothing is to be packed.',
      })
    }
    const paper = packingSlip({ order, maker, size: sizeOf(query) }, new Date())
    return send(request, reply, paper, order.id)
  })

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    paper: Paper,
    name = paper.number,
  ) {
    const pdf = await makePdf(paper, askerOf(request).id)
    if (isRefusal(pdf)) return pdf
    const file = `${paper.heading.toLowerCase().replaceAll(' ', '-')}-${name}.pdf`
    reply.header('content-disposition', `attachment; filename="${file}"`).type('application/pdf')
    return pdf
  }
}

async function findPaid(db: Db, asker: Asker, id: string): Promise<OrderOnPaper | Refusal> {
  const order = await findOrderOnPaper(db, asker, id)
  return isRefusal(order) || order.paidAt ? order : refuse('order_not_paid')
}

const sizeOf = ({ paper }: { paper?: PaperSize | undefined }): PaperSize => paper ?? 'a4'
