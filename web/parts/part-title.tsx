import { Fragment } from 'react'

/** A part's name as the heading, broken between its sizes rather than within one. */
export function PartTitle({ name }: { name: string }) {
  return (
    <h1>
      {name.split(/(?<=,) /).map((phrase, at) => (
        <Fragment key={at}>
          {at > 0 && ' '}
          <span className="part-phrase">{phrase}</span>
        </Fragment>
      ))}
    </h1>
  )
}
