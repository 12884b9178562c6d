import { type ComponentProps, useRef } from 'react'

interface FileButtonProps extends ComponentProps<'button'> {
  /** File types for the file dialog, as in `<input accept>`. */
  accept: string
  /** Name of the hidden file input. */
  inputLabel?: string
  onFile: (file: File) => void
}

/** A button that lets the user choose a file. */
export function FileButton({ accept, inputLabel, onFile, ...buttonProps }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button {...buttonProps} type="button" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        aria-label={inputLabel}
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // Without this, choosing the same file again would trigger no event.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
