import { useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { FileButton } from '../../../ui/forms/file-button.tsx'
import { PHOTO_TYPES, type PhotoUpload } from './use-photo-upload.ts'

interface PhotoPickerProps {
  upload: PhotoUpload
  /** The URL of the current picture, if it has loaded. */
  picture: string | undefined
  /** Removes the current picture. Undefined if there is none. */
  onRemove: (() => void) | undefined
}

/** Lets the user choose a photo, and shows the progress of its upload. */
export function PhotoPicker({ upload, picture, onRemove }: PhotoPickerProps) {
  const hintId = useId()
  const chooseButton = useRef<HTMLButtonElement>(null)
  const isUploading = upload.progress !== undefined
  return (
    <div className="photo-choice grid gap-2.5 p-4 border-[1.5px] border-dashed border-rule-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {onRemove && (
          <span className="photo-current border border-rule bg-plate">
            {picture && <img className="size-full object-contain" src={picture} alt="" />}
          </span>
        )}
        <FileButton
          ref={chooseButton}
          className="btn btn-outline btn-sm"
          aria-describedby={hintId}
          accept={PHOTO_TYPES}
          onFile={upload.start}
        >
          Choose an Image
        </FileButton>
        {isUploading ? (
          <Button
            small
            onClick={() => {
              upload.cancel()
              chooseButton.current?.focus()
            }}
          >
            Stop Upload
          </Button>
        ) : (
          onRemove && (
            <Button
              small
              onClick={() => {
                onRemove()
                chooseButton.current?.focus()
              }}
            >
              Remove Image
            </Button>
          )
        )}
        <span id={hintId} className="secondary text-label">
          Or drop or paste one here: JPEG, PNG, WebP or AVIF, up to 12 MiB
        </span>
      </div>
      {isUploading && <UploadProgress progress={upload.progress ?? 0} />}
      {upload.problem && <FieldError text={upload.problem} />}
    </div>
  )
}

/** The progress of an upload. After all bytes are sent, the server still resizes the photo. */
function UploadProgress({ progress }: { progress: number }) {
  const isSent = progress >= 1
  return (
    <div className="photo-progress flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <progress
        className="progress flex-[1_1_160px] max-w-80 h-1.5 border-0 appearance-none bg-rule text-blue-ink"
        max={1}
        {...(!isSent && { value: progress })}
        aria-label="Upload progress"
      />
      <span className="secondary text-label" role="status">
        {isSent ? 'Processing image …' : 'Uploading image …'}
      </span>
    </div>
  )
}
