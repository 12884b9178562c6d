import type { ReactNode } from 'react'
import { getPlaceholderUrl } from '../drawing.ts'

interface EmptyStateProps {
  text: string
  details?: string | undefined
  figure?: string
  children?: ReactNode
}

/** The content of an empty list: a placeholder drawing, one sentence and one next step. */
export function EmptyState({ text, details, figure = 'chainring', children }: EmptyStateProps) {
  return (
    <div className="empty">
      <img src={getPlaceholderUrl(figure)} width="240" height="180" alt="" fetchPriority="high" />
      <div className="grid content-center justify-items-start gap-5 px-5 pt-7 pb-8 sm:px-12 sm:py-10">
        <p>{text}</p>
        {details && <p className="second">{details}</p>}
        {children}
      </div>
    </div>
  )
}
