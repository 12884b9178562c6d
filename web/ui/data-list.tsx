import type { ReactNode } from 'react'

/** Captions with their values. Leaves out empty values. */
export function DataList({ rows }: { rows: [caption: string, value: ReactNode][] }) {
  return (
    <dl className="data">
      {rows.map(
        ([caption, value]) =>
          value && (
            <div key={caption}>
              <dt>{caption}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
