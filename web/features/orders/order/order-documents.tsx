import { hasUnprintableLetters } from '@freehub/contract/invoices/printable-letters'
import type { OrderHistory } from '@freehub/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useId } from 'react'
import { formatError } from '../../../api/call-error.ts'
import { useSend } from '../../../api/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { ORDERS_QUERY_KEY } from '../list/orders-queries.ts'
import { downloadOrderDocument } from './download-document.ts'
import { type PaperSize, usePaperSize } from './paper-size.ts'

interface OrderDocumentsProps {
  order: OrderHistory
  documents: OrderDocument[]
}

const sizes = [
  { size: 'a4', name: 'A4' },
  { size: 'letter', name: 'Letter' },
] as const

/** Download buttons for the PDF documents of an order, with the choice of paper size. */
export function OrderDocuments({ order, documents }: OrderDocumentsProps) {
  const { paperSize, setPaperSize } = usePaperSize()
  const { download, pendingKind, error } = useDownloadDocument(order._id)
  const id = useId()
  if (documents.length === 0) return null
  return (
    <section className="order-documents" aria-labelledby={id}>
      <h2 id={id} className="text-[24px]">
        Documents
      </h2>
      <fieldset className="flex gap-4">
        <legend className="sr-only">Paper size</legend>
        {sizes.map(({ size, name }) => (
          <label className="inline-flex items-center gap-2 min-h-11" key={size}>
            <input
              type="radio"
              name={`${id}size`}
              checked={size === paperSize}
              onChange={() => setPaperSize(size)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <ul className="actions">
        {documents.map(({ kind, name, number }) => (
          <li key={kind}>
            <Button
              small
              aria-busy={pendingKind === kind}
              onClick={() => download({ kind, isNumbered: number !== null, paperSize })}
            >
              <FileDown aria-hidden="true" />
              {name}
              {number && <span className="num">{number}</span>}
            </Button>
          </li>
        ))}
      </ul>
      {hasUnprintableLetters(joinPrintedTexts(order, documents)) && (
        <p className="secondary col-span-full">
          The documents cannot show some letters of the name, address, note or reference. They show
          “�” instead.
        </p>
      )}
      {error && <ErrorMessage text={`The document was not downloaded. ${formatError(error)}`} />}
    </section>
  )
}

/** Joins the customer's texts in the documents. A packing slip has the current address, an invoice the billed one. */
function joinPrintedTexts(order: OrderHistory, documents: OrderDocument[]): string {
  const addresses = documents.map(({ kind }) =>
    kind === 'packing-slip' ? order.address : order.billedAddress,
  )
  return [order.name, order.note, order.reference, ...addresses].join(' ')
}

export interface OrderDocument {
  name: string
  /** The last segment of the document's URL. */
  kind: 'invoice' | 'credit-note' | 'packing-slip'
  /** Null until the server has assigned the number. */
  number: string | null
}

/** Lists the documents that the customer of an order may download. */
export function listCustomerDocuments(order: OrderHistory): OrderDocument[] {
  if (!order.paid) return []
  const invoice: OrderDocument = { name: 'Invoice', kind: 'invoice', number: order.invoiceNumber }
  if (order.stage !== 'Refunded') return [invoice]
  return [invoice, { name: 'Credit Note', kind: 'credit-note', number: order.creditNoteNumber }]
}

interface DocumentDownload {
  kind: OrderDocument['kind']
  isNumbered: boolean
  paperSize: PaperSize
}

/** Downloads the documents of an order, one at a time. */
function useDownloadDocument(orderId: string) {
  const client = useQueryClient()
  const { mutate, isPending, variables, error } = useSend({
    mutationFn: ({ kind, paperSize }: DocumentDownload) =>
      downloadOrderDocument(orderId, kind, paperSize),
    // The first download may have assigned the number, which the order then shows.
    onSuccess: (_, { isNumbered }) => {
      if (!isNumbered) void client.invalidateQueries({ queryKey: ORDERS_QUERY_KEY })
    },
  })
  return {
    download: mutate,
    pendingKind: isPending ? variables.kind : undefined,
    error: isPending ? null : error,
  }
}
