import type { ReactNode } from 'react'

export type TitleBlockCell = readonly [caption: ReactNode, value: ReactNode]

/** The title block of a technical drawing. A dash replaces a missing value. */
export function TitleBlock({ cells }: { cells: readonly TitleBlockCell[] }) {
  return (
    <dl className="title-block">
      {cells.map(([caption, value], index) => (
        <div key={index}>
          <dt>{caption}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
