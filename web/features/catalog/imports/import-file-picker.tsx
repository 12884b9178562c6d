import { FileUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { WarnIcon } from '../../../ui/icons.tsx'
import { useFileDrop } from '../photos/use-file-drop.ts'
import type { ImportUpload } from './use-import-upload.ts'

/** Takes a dropped or chosen file of products, and shows the progress of its upload. */
export function ImportFilePicker({ upload }: { upload: ImportUpload }) {
  const fileInput = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const { isOver, dropProps } = useFileDrop(upload.start)
  const { progress, problem } = upload
  return (
    <div className="list-choice" data-over={isOver || undefined} {...dropProps}>
      <FileUp className="ic" aria-hidden="true" />
      {progress === undefined ? (
        <>
          <p id={hintId}>Drop a CSV file here, or choose one: up to 100 MiB and 200,000 rows.</p>
          <button
            type="button"
            className="btn"
            aria-describedby={hintId}
            onClick={() => fileInput.current?.click()}
          >
            Choose a file
          </button>
        </>
      ) : (
        <>
          <p role="status">{progress < 1 ? 'Uploading file …' : 'Saving file …'}</p>
          <progress
            className="progress"
            max={1}
            {...(progress < 1 && { value: progress })}
            aria-label="Upload progress"
          />
          <button type="button" className="btn btn-outline btn-sm" onClick={upload.cancel}>
            Stop upload
          </button>
        </>
      )}
      <input
        ref={fileInput}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) upload.start(file)
          // Allow the same file again.
          currentTarget.value = ''
        }}
      />
      {problem && (
        <p className="field-error" role="alert">
          <WarnIcon />
          {problem}
        </p>
      )}
    </div>
  )
}
