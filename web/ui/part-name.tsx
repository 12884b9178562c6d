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

const MAX_UNBROKEN = 24

/** Prevents line breaks at the hyphens of words such as `9-speed`. Longer words, such as emails, may break. */
export function keepWordsWhole(text: string) {
  return text.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 0 || part.length > MAX_UNBROKEN ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}
