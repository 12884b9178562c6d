import { Fragment } from 'react'

/** A part's name. Lines break between sizes, but not within a size. */
export function PartName({ name }: { name: string }) {
  return name.split(/(?<=,) /).map((phrase, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className="part-phrase">{phrase}</span>
    </Fragment>
  ))
}
