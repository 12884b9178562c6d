import type { PartImport } from '@freehub/contract/catalog/imports'
import { IMPORT_BYTES_MAXIMUM } from '@freehub/contract/limits'
import { describeRefusal } from '@freehub/contract/refusals'
import { FileUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { sendFile } from '../../../api/send-file.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { FileButton } from '../../../ui/forms/file-button.tsx'
import { useDroppedOrPastedFile } from '../photos/use-dropped-or-pasted-file.ts'
import { type SendOptions, useUpload } from '../photos/use-upload.ts'

/** Receives a file of products that the user drops or chooses. Shows the progress of its upload. */
export function ImportFilePicker({ onUploaded }: { onUploaded: (partImport: PartImport) => void }) {
  const upload = useUpload({ check: checkSize, send: sendImport, onUploaded })
  const hintId = useId()
  const chooseButton = useRef<HTMLButtonElement>(null)
  const { isOver, dropProps } = useDroppedOrPastedFile(upload.start)
  const { progress, problem } = upload
  return (
    <div className="file-drop" data-over={isOver || undefined} {...dropProps}>
      <FileUp className="ic w-9 h-9 text-blue-ink" aria-hidden="true" />
      <p id={hintId}>Drop a CSV file here, or choose one: up to 100 MiB and 200,000 rows.</p>
      <FileButton
        ref={chooseButton}
        className="btn"
        aria-describedby={hintId}
        accept=".csv,.tsv,.txt,text/csv"
        onFile={upload.start}
      >
        Choose a File
      </FileButton>
      {progress !== undefined && (
        <>
          <p role="status">{progress < 1 ? 'Uploading file …' : 'Saving file …'}</p>
          <progress
            className="progress"
            max={1}
            {...(progress < 1 && { value: progress })}
            aria-label="Upload progress"
          />
          <Button
            small
            onClick={() => {
              upload.cancel()
              chooseButton.current?.focus()
            }}
          >
            Stop Upload
          </Button>
        </>
      )}
      {problem && <FieldError text={problem} />}
    </div>
  )
}

const TIMEOUT_MS = 300_000

function checkSize({ size }: File): string | undefined {
  return size > IMPORT_BYTES_MAXIMUM ? describeRefusal('import_too_large').title : undefined
}

function sendImport(file: File, options: SendOptions): Promise<PartImport> {
  const name = new URLSearchParams({ name: file.name.slice(-200) })
  return sendFile(`/api/imports?${name}`, file, { ...options, timeoutMs: TIMEOUT_MS })
}
