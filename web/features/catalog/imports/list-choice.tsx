import { FileUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { WarnIcon } from '../../../ui/icons.tsx'
import { useDroppedFile } from '../photos/use-dropped-file.ts'
import type { ListUpload } from './use-list-upload.ts'

/** Where a list of products is dropped or chosen; it shows how much of it has gone. */
export function ListChoice({ upload }: { upload: ListUpload }) {
  const chooser = useRef<HTMLInputElement>(null)
  const hint = useId()
  const { isOver, place } = useDroppedFile(upload.take)
  const { share, problem } = upload
  return (
    <div className="list-choice" data-over={isOver || undefined} {...place}>
      <FileUp className="ic" aria-hidden="true" />
      {share === undefined ? (
        <>
          <p id={hint}>Drop a CSV file here, or choose one: up to 100 MiB and 200,000 rows.</p>
          <button
            type="button"
            className="btn"
            aria-describedby={hint}
            onClick={() => chooser.current?.click()}
          >
            Choose a file
          </button>
        </>
      ) : (
        <>
          <p role="status">{share < 1 ? 'The file is on its way …' : 'The shop takes it in …'}</p>
          <progress
            className="progress"
            max={1}
            {...(share < 1 && { value: share })}
            aria-label="The file on its way"
          />
          <button type="button" className="btn btn-outline btn-sm" onClick={upload.stop}>
            Stop
          </button>
        </>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) upload.take(file)
          // So that the same file can be chosen again.
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
