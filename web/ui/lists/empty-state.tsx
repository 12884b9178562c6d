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
      <div className="empty-text">
        <p>{text}</p>
        {details && <p className="second">{details}</p>}
        {children}
      </div>
    </div>
  )
}
