const OUTLINE = 'M12 2.5l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.7l-6.1 3.4 1.4-6.8L2.2 9.6l6.9-.8Z'

/** One star of a rating. CSS of the class or of the parent sets its fill. */
export function Star({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <path d={OUTLINE} />
    </svg>
  )
}
