interface ErrorMessageProps {
  text: string
  onRetry?: (() => void) | undefined
}

export function ErrorMessage({ text, onRetry }: ErrorMessageProps) {
  return (
    <div className="message" role="alert">
      <p>{text}</p>
      {onRetry && (
        <button type="button" className="btn btn-outline btn-sm" onClick={onRetry}>
          Try Again
        </button>
      )}
    </div>
  )
}
