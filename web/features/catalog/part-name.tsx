import { Fragment } from 'react'

/** A part's name, broken between its sizes rather than within one. */
export function PartName({ name }: { name: string }) {
  return name.split(/(?<=,) /).map((phrase, at) => (
    <Fragment key={at}>
      {at > 0 && ' '}
      <span className="part-phrase">{phrase}</span>
    </Fragment>
  ))
}
