import { formatCount, pluralize } from '@freehub/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { formatError } from '../../../api/call-error.ts'
import { useBusy } from '../../../api/use-busy.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { FileButton } from '../../../ui/forms/file-button.tsx'
import { readListFile } from '../files/read-list-file.ts'
import { PasteRefusal } from '../split-paste.ts'
import { importNumbers, type NumberImport } from './import-numbers.ts'
import { OWN_NUMBERS_QUERY_KEY } from './own-numbers-queries.ts'

/** Number of refused rows that the result lists. */
const LISTED_ROWS = 100

/** Imports own numbers from a file. The button and the result are at different places of the page. */
export function useNumberImport() {
  const client = useQueryClient()
  const { isBusy, run } = useBusy()
  const [progress, setProgress] = useState<NumberImport>()
  const [error, setError] = useState<string>()

  const importFile = (file: File) =>
    run(async () => {
      setProgress(undefined)
      setError(undefined)
      try {
        await importNumbers(await readListFile(file), setProgress)
      } catch (cause) {
        setError(cause instanceof PasteRefusal ? cause.message : formatError(cause))
      }
      // Awaited, because the first import moves the button from the empty list to the tools. The focus is then lost, and
      // the result takes it.
      await client.invalidateQueries({ queryKey: OWN_NUMBERS_QUERY_KEY })
    })

  return { isBusy, progress, error, importFile }
}

interface NumberImportProps {
  numberImport: ReturnType<typeof useNumberImport>
}

export function ImportNumbersButton({
  numberImport: { isBusy, progress, importFile },
  className,
}: NumberImportProps & { className: string }) {
  return (
    <FileButton
      className={`btn btn-outline ${className}`}
      inputLabel="File with numbers"
      accept=".csv,.tsv,.txt,.xlsx"
      aria-busy={isBusy}
      onFile={(file) => void importFile(file)}
    >
      <FileUp aria-hidden="true" />
      {isBusy ? formatProgress(progress) : 'Import'}
    </FileButton>
  )
}

/** The result of the last import: its error, and how many rows were saved. */
export function NumberImportResult({
  numberImport: { isBusy, progress, error },
}: NumberImportProps) {
  const result = isBusy ? undefined : progress
  return (
    <>
      {error && <ErrorMessage text={error} />}
      <section
        ref={result && focusIfLost}
        className={result ? 'grid gap-2 p-4 border border-rule bg-plate' : 'sr-only'}
        aria-label={result && 'Import'}
        tabIndex={result && -1}
      >
        {/* Screen readers announce only changes of a status that is there before. */}
        <p role="status">{result && formatResult(result)}</p>
        {result && <UnsavedRows {...result} />}
      </section>
    </>
  )
}

function focusIfLost(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

function formatProgress(progress: NumberImport | undefined): string {
  if (!progress) return 'Reading …'
  const done = progress.savedCount + progress.refused.length
  return `${formatCount(done)} of ${formatCount(progress.count)} …`
}

/** States how many rows were saved, and how many were not. The refused rows follow. */
function formatResult({ count, savedCount, refused }: NumberImport): string {
  const unsavedCount = count - savedCount - refused.length
  return [
    `${pluralize(savedCount, 'number', 'numbers')} saved.`,
    unsavedCount > 0 &&
      `${pluralize(unsavedCount, 'row was', 'rows were')} not saved. Import the file again.`,
    refused.length > 0 && `${pluralize(refused.length, 'row was', 'rows were')} refused:`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** States why rows were refused, and what was not read. */
function UnsavedRows({ refused, notes }: NumberImport) {
  return (
    <>
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
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  )
}
