import { formatCount } from '@freehub/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { formatError } from '../../../api/call-error.ts'
import { pluralize } from '../../../api/format-count.ts'
import { useBusy } from '../../../api/use-busy.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { FileButton } from '../../../ui/forms/file-button.tsx'
import { readListFile } from '../files/read-list-file.ts'
import { PasteRefusal } from '../split-paste.ts'
import { importNumbers, type NumberImport } from './import-numbers.ts'
import { OWN_NUMBERS_QUERY_KEY } from './own-numbers-queries.ts'

/** Number of refused rows that the result lists. */
const LISTED_ROWS = 100

/** A button that imports own numbers from a file, and the result after the other tools. */
export function ImportNumbersButton() {
  const client = useQueryClient()
  const { isBusy, run } = useBusy()
  const [progress, setProgress] = useState<NumberImport>()
  const [error, setError] = useState<string>()

  const importFile = (file: File) =>
    run(async () => {
      setProgress(undefined)
      setError(undefined)
      try {
        await importNumbers((await readListFile(file)).text, setProgress)
      } catch (cause) {
        setError(cause instanceof PasteRefusal ? cause.message : formatError(cause))
      }
      void client.invalidateQueries({ queryKey: OWN_NUMBERS_QUERY_KEY })
    })

  return (
    <>
      <FileButton
        className="btn btn-outline btn-sm sm:not-first:ml-auto"
        inputLabel="File with numbers"
        accept=".csv,.tsv,.txt,.xlsx"
        aria-busy={isBusy}
        onFile={(file) => void importFile(file)}
      >
        <FileUp aria-hidden="true" />
        {isBusy ? formatProgress(progress) : 'Import'}
      </FileButton>
      <div className="order-1 grid gap-3 basis-full empty:hidden">
        {error && <ErrorMessage text={error} />}
        {progress && !isBusy && <ImportResult {...progress} />}
      </div>
    </>
  )
}

function formatProgress(progress: NumberImport | undefined): string {
  if (!progress) return 'Reading …'
  const done = progress.savedCount + progress.refused.length
  return `${formatCount(done)} of ${formatCount(progress.count)} …`
}

/** States how many rows were saved, and why the others were refused. */
function ImportResult({ count, savedCount, refused }: NumberImport) {
  const unreadCount = count - savedCount - refused.length
  return (
    <section className="grid gap-2 p-4 border border-rule bg-plate" aria-label="Import">
      <p role="status">
        {pluralize(savedCount, 'number', 'numbers')} saved.
        {refused.length > 0 && ` ${pluralize(refused.length, 'row was', 'rows were')} refused:`}
        {unreadCount > 0 &&
          ` ${pluralize(unreadCount, 'row was', 'rows were')} not read. Import the file again.`}
      </p>
      {refused.length > 0 && (
        <ul className="max-h-80 overflow-y-auto wrap-anywhere">
          {refused.slice(0, LISTED_ROWS).map(({ row, code, reason }) => (
            <li key={row}>
              Row {formatCount(row)}
              {code && <b> {code}</b>}: {reason}
            </li>
          ))}
        </ul>
      )}
      {refused.length > LISTED_ROWS && <p>And {formatCount(refused.length - LISTED_ROWS)} more.</p>}
    </section>
  )
}
