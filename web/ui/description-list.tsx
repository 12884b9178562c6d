import type { ReactNode } from 'react'

/** A list of captions with values. Leaves out empty values. */
export function DescriptionList({ rows }: { rows: [caption: string, value: ReactNode][] }) {
  return (
    <dl className="data tabular-nums">
      {rows.map(
        ([caption, value]) =>
          value && (
            <div key={caption}>
              <dt className="text-ink-2">{caption}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
