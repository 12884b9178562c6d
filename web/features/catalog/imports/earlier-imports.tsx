import type { PartImport } from '@freehub/contract/catalog/imports'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { formatImportStatus } from './format-import.ts'
import { importsQuery } from './imports-queries.ts'

/** The latest imports with their results. */
export function EarlierImports() {
  const { data, error, refetch } = useQuery(importsQuery)
  if (error) return <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section className="earlier-imports" aria-labelledby="earlier-imports">
      <h2 id="earlier-imports">Earlier imports</h2>
      <table className="table">
        <TableHead columns={['File', 'When', 'By', 'Result']} />
        <tbody>
          {data.map((partImport) => (
            <EarlierImport key={partImport._id} partImport={partImport} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function EarlierImport({ partImport }: { partImport: PartImport }) {
  return (
    <tr>
      <td data-caption="File">
        <Link to={paths.partImport(partImport._id)}>{partImport.fileName}</Link>
      </td>
      <td data-caption="When">
        <Timestamp at={partImport.createdAt} />
      </td>
      <td data-caption="By">{partImport.by ?? 'Deleted user'}</td>
      <td data-caption="Result">{formatImportStatus(partImport)}</td>
    </tr>
  )
}
