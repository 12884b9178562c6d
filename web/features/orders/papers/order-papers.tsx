import { FileDown } from 'lucide-react'
import { useId } from 'react'
import { sentenceOf } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { usePaperSize } from './paper-size.ts'
import type { OrderPaper } from './papers-of.ts'
import { useDownloadPaper } from './use-download-paper.ts'

interface OrderPapersProps {
  orderId: string
  papers: OrderPaper[]
}

const sizes = [
  { size: 'a4', name: 'A4' },
  { size: 'letter', name: 'Letter' },
] as const

/** The papers of an order, to be kept or printed. */
export function OrderPapers({ orderId, papers }: OrderPapersProps) {
  const { size, choose } = usePaperSize()
  const { download, underWay, error } = useDownloadPaper(orderId)
  const id = useId()
  if (papers.length === 0) return null
  return (
    <section className="papers" aria-labelledby={id}>
      <h2 id={id}>Papers</h2>
      <fieldset className="paper-size">
        <legend className="sr-only">Paper size</legend>
        {sizes.map((one) => (
          <label key={one.size}>
            <input
              type="radio"
              name={`${id}size`}
              checked={size === one.size}
              onChange={() => choose(one.size)}
            />
            {one.name}
          </label>
        ))}
      </fieldset>
      <ul>
        {papers.map((paper) => (
          <li key={paper.at}>
            <button
              type="button"
              className="btn btn-outline btn-sm"
              aria-busy={underWay === paper.at}
              onClick={() => download({ paper, size })}
            >
              <FileDown aria-hidden="true" />
              {paper.name}
              {paper.number && <span className="num">{paper.number}</span>}
            </button>
          </li>
        ))}
      </ul>
      {error && <ErrorNote text={`The paper could not be had. ${sentenceOf(error)}`} />}
    </section>
  )
}
