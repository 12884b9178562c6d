import type { ReactNode } from 'react'

export interface Figure {
  name: string
  value: string
  /** What it is beside something else, or of what. */
  note?: ReactNode
}

/** The few numbers that are looked for first. */
export function Figures({ figures }: { figures: Figure[] }) {
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
