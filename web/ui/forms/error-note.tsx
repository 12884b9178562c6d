interface ErrorNoteProps {
  text: string
  onRetry?: (() => void) | undefined
}

export function ErrorNote({ text, onRetry }: ErrorNoteProps) {
  return (
    <div className="note" role="alert">
      <p>{text}</p>
      {onRetry && (
        <button type="button" className="btn btn-outline btn-sm" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}
