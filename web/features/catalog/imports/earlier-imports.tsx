import type { PartImport } from '@freehub/contract/catalog/imports'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sentenceOf } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { importInWords } from './import-in-words.ts'
import { importsQuery } from './imports-queries.ts'

/** The last imports, each with what became of it, so that one can go on where one was. */
export function EarlierImports() {
  const { data, error, refetch } = useQuery(importsQuery)
  if (error) return <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section className="earlier-imports" aria-labelledby="earlier-imports">
      <h2 id="earlier-imports">Earlier imports</h2>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">When</th>
            <th scope="col">By</th>
            <th scope="col">What became of it</th>
          </tr>
        </thead>
        <tbody>
          {data.map((one) => (
            <ImportRow key={one._id} one={one} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ImportRow({ one }: { one: PartImport }) {
  return (
    <tr>
      <td data-caption="File">
        <Link to={paths.partImport(one._id)}>{one.fileName}</Link>
      </td>
      <td data-caption="When">
        <Moment at={one.createdAt} />
      </td>
      <td data-caption="By">{one.by ?? 'Somebody who has left'}</td>
      <td data-caption="Outcome">{importInWords(one)}</td>
    </tr>
  )
}
