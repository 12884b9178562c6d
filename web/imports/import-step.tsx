import type { PartImport } from '@freehub/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { sentenceOf } from '../api/call-error.ts'
import { useMutateOnce } from '../api/use-mutate-once.ts'
import { readPartsAnew } from '../parts/read-parts-anew.ts'
import { paths } from '../paths.ts'
import { counted } from '../ui/counted.ts'
import { Notice } from '../ui/notice.tsx'
import { importInWords, productsIn } from './import-in-words.ts'
import { applyImport, importQuery, keepImport } from './imports-queries.ts'

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
      {one.state === 'read' && productsIn(one) > 0 && <ImportButton one={one} />}
      {one.state === 'applied' && (
        <Link className="btn btn-outline" to={paths.manageProducts}>
          Manage Products
        </Link>
      )}
    </div>
  )
}

function ImportButton({ one }: { one: PartImport }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => applyImport(one._id),
    networkMode: 'always',
    onSuccess: (applying) => keepImport(client, applying),
    // Another tab may have begun it: then that is shown.
    onError: () => void client.invalidateQueries(importQuery(one._id)),
  })
  const apply = useMutateOnce(mutate)
  return (
    <>
      {error && <Notice text={sentenceOf(error)} />}
      <button
        type="button"
        className="btn"
        aria-busy={isPending}
        aria-disabled={isPending}
        onClick={() => apply()}
      >
        Import {counted(productsIn(one), 'product', 'products')}
      </button>
    </>
  )
}
