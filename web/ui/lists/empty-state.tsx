import type { ReactNode } from 'react'
import { phantomOf } from '../drawing.ts'

interface EmptyStateProps {
  text: string
  /** More to say about it. */
  more?: string | undefined
  /** The family whose phantom outline stands here, as the shop's drawings name it. */
  figure?: string
  /** One way on. */
  children?: ReactNode
}

/** Nothing here yet: the outline of what could be, one sentence and one way on. */
export function EmptyState({ text, more, figure = 'chainring', children }: EmptyStateProps) {
  return (
    <div className="empty">
      <img src={phantomOf(figure)} width="240" height="180" alt="" fetchPriority="high" />
      <div className="empty-words">
        <p>{text}</p>
        {more && <p className="second">{more}</p>}
        {children}
      </div>
    </div>
  )
}
