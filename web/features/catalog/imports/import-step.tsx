import type { PartImport } from '@freehub/contract/catalog/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { counted } from '../../../api/counted.ts'
import { paths } from '../../../paths.ts'
import { readPartsAnew } from '../read-parts-anew.ts'
import { ImportChoice } from './import-choice.tsx'
import { importInWords, productsIn } from './import-in-words.ts'

interface ImportStepProps {
  one: PartImport
  /** Somebody has watched it at work: the heading takes the focus, so that its end is seen and heard. */
  waitedFor: boolean
}

/** What an import that rests waits for, or how it ended. */
export function ImportStep({ one, waitedFor }: ImportStepProps) {
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (waitedFor) heading.current?.focus()
    if (one.state === 'applied') readPartsAnew(client)
  }, [one.state, waitedFor, client])

  if (one.state === 'refused') {
    return (
      <div className="import-step">
        <h2 ref={heading} tabIndex={-1}>
          This file cannot be read
        </h2>
        <p className="import-refusal">{one.refusal}</p>
        <Link className="btn btn-outline" to={paths.importProducts}>
          Choose another file
        </Link>
      </div>
    )
  }
  return (
    <div className="import-step">
      <h2 ref={heading} tabIndex={-1}>
        {importInWords(one)}
      </h2>
      {one.counts.wrong > 0 && (
        <p className="second">
          {counted(one.counts.wrong, 'row is', 'rows are')} wrong and left out.
        </p>
      )}
      {one.state === 'cancelled' && <p className="second">{one.refusal}</p>}
      {one.state === 'read' && productsIn(one) > 0 && <ImportChoice one={one} />}
      {one.state === 'applied' && (
        <Link className="btn btn-outline" to={paths.manageProducts}>
          Manage Products
        </Link>
      )}
    </div>
  )
}
