import type { ReactNode } from 'react'

export interface KeyFigure {
  name: string
  value: string
  /** A comparison or an explanation. */
  note?: ReactNode
}

/** The most important numbers of an overview. */
export function KeyFigures({ figures }: { figures: KeyFigure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
