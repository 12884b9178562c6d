import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getPlaceholderUrl } from '../drawing-url.ts'

export interface EmptyStateLink {
  to: string
  name: string
}

interface EmptyStateProps {
  text: string
  details?: ReactNode
  figure?: string
  /** Next steps. The first one is the primary button. */
  links?: EmptyStateLink[] | undefined
  /** Further buttons. */
  children?: ReactNode
}

/** The content of an empty list: a placeholder drawing, one sentence and the next steps. */
export function EmptyState(props: EmptyStateProps) {
  const { text, details, figure = 'chainring', links = [], children } = props
  return (
    <div className="empty">
      <img src={getPlaceholderUrl(figure)} width="240" height="180" alt="" fetchPriority="high" />
      <div className="grid content-center justify-items-start gap-5 px-5 pt-7 pb-8 sm:px-8 sm:py-10 lg:px-12">
        <p>{text}</p>
        {details && <p className="secondary">{details}</p>}
        <div className="actions empty:hidden">
          {links.map(({ to, name }, index) => (
            <Link key={to} className={index === 0 ? 'btn' : 'btn btn-outline'} to={to}>
              {name}
            </Link>
          ))}
          {children}
        </div>
      </div>
    </div>
  )
}
