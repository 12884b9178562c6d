import { RATING_MAXIMUM, RATING_MINIMUM } from '@freehub/contract/constants'
import { type ComponentProps, useId } from 'react'
import { WarnIcon } from '../../ui/icons.tsx'
import { Star } from '../../ui/star.tsx'
import { starsInWords } from './stars-in-words.ts'

const choices = Array.from(
  { length: RATING_MAXIMUM - RATING_MINIMUM + 1 },
  (_, i) => RATING_MINIMUM + i,
)

interface StarChoiceProps extends Omit<ComponentProps<'input'>, 'value'> {
  /** The choice in force. */
  value: string
  error: string | undefined
}

/** Radio buttons that look like stars: those up to the chosen one, or the one pointed at, are filled. */
export function StarChoice({ value, error, ...radio }: StarChoiceProps) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error && `${id}error`}>
      <legend className="field-label">Rating</legend>
      <div className="star-choice">
        {choices.map((stars) => (
          <label key={stars}>
            <input type="radio" {...radio} value={stars} aria-label={starsInWords(stars)} />
            <Star />
          </label>
        ))}
        <span aria-hidden="true">{value && starsInWords(Number(value))}</span>
      </div>
      {error && (
        <p id={`${id}error`} className="field-error" role="alert">
          <WarnIcon />
          {error}
        </p>
      )}
    </fieldset>
  )
}
