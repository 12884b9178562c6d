import { FileDown } from 'lucide-react'
import { useId } from 'react'
import { formatError } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import type { OrderDocument } from './list-documents.ts'
import { usePaperSize } from './paper-size.ts'
import { useDownloadDocument } from './use-download-document.ts'

interface OrderDocumentsProps {
  orderId: string
  documents: OrderDocument[]
}

const sizes = [
  { size: 'a4', name: 'A4' },
  { size: 'letter', name: 'Letter' },
] as const

/** Download buttons for the PDF documents of an order, with the choice of paper size. */
export function OrderDocuments({ orderId, documents }: OrderDocumentsProps) {
  const { paperSize, setPaperSize } = usePaperSize()
  const { download, pendingKind, error } = useDownloadDocument(orderId)
  const id = useId()
  if (documents.length === 0) return null
  return (
    <section className="order-documents" aria-labelledby={id}>
      <h2 id={id}>Documents</h2>
      <fieldset className="paper-size">
        <legend className="sr-only">Paper size</legend>
        {sizes.map(({ size, name }) => (
          <label key={size}>
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
      <ul>
        {documents.map(({ kind, name, number }) => (
          <li key={kind}>
            <button
              type="button"
              className="btn btn-outline btn-sm"
              aria-busy={pendingKind === kind}
              onClick={() => download({ kind, isNumbered: number !== null, paperSize })}
            >
              <FileDown aria-hidden="true" />
              {name}
              {number && <span className="num">{number}</span>}
            </button>
          </li>
        ))}
      </ul>
      {error && <ErrorNote text={`The document was not downloaded. ${formatError(error)}`} />}
    </section>
  )
}
