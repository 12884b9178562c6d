import { useId, useRef } from 'react'
import { WarnIcon } from '../../../ui/icons.tsx'
import { PHOTO_TYPES } from './photo-file.ts'
import type { PhotoUpload } from './use-photo-upload.ts'

interface PhotoChoiceProps {
  upload: PhotoUpload
  /** Takes the picture away that is there; nothing where there is none. */
  onRemove: (() => void) | undefined
}

/** Takes a photo from this machine, and shows how much of it has gone. */
export function PhotoChoice({ upload, onRemove }: PhotoChoiceProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const hint = useId()
  const sending = upload.share !== undefined
  return (
    <div className="photo-choice">
      <div className="photo-ways">
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-describedby={hint}
          onClick={() => chooser.current?.click()}
        >
          Choose a photo
        </button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept={PHOTO_TYPES}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) upload.take(file)
            // So that the same file can be chosen again.
            currentTarget.value = ''
          }}
        />
        {sending ? (
          <button type="button" className="btn btn-outline btn-sm" onClick={upload.stop}>
            Stop
          </button>
        ) : (
          onRemove && (
            <button type="button" className="btn btn-outline btn-sm" onClick={onRemove}>
              Remove picture
            </button>
          )
        )}
        <span id={hint} className="second">
          or drop or paste one here: JPEG, PNG, WebP or AVIF, up to 12 MiB
        </span>
      </div>
      {sending && <Sending share={upload.share ?? 0} />}
      {upload.problem && (
        <p className="field-error" role="alert">
          <WarnIcon />
          {upload.problem}
        </p>
      )}
    </div>
  )
}

/** When all of it has gone, the shop is still making its widths. */
function Sending({ share }: { share: number }) {
  const gone = share >= 1
  return (
    <div className="photo-sending">
      <progress
        className="progress"
        max={1}
        {...(!gone && { value: share })}
        aria-label="The photo on its way"
      />
      <span className="second" role="status">
        {gone ? 'The photo is being made ready …' : 'The photo is on its way …'}
      </span>
    </div>
  )
}
