import { RATING_MAXIMUM, RATING_MINIMUM } from '@freehub/contract/constants'
import { type ComponentProps, useId } from 'react'
import { pluralize } from '../../api/format-count.ts'
import { FieldError } from '../../ui/forms/field.tsx'
import { Star } from '../../ui/stars.tsx'

const choices = Array.from(
  { length: RATING_MAXIMUM - RATING_MINIMUM + 1 },
  (_, i) => RATING_MINIMUM + i,
)

const formatStars = (stars: number) => pluralize(stars, 'star', 'stars')

interface StarChoiceProps extends Omit<ComponentProps<'input'>, 'value'> {
  value: string
  error: string | undefined
}

/** Radio buttons as stars, filled up to the chosen or hovered one. */
export function StarChoice({ value, error, ...radio }: StarChoiceProps) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error && `${id}error`}>
      <legend className="field-label">Rating</legend>
      <div className="star-choice">
        {choices.map((stars) => (
          <label key={stars}>
            <input type="radio" {...radio} value={stars} aria-label={formatStars(stars)} />
            <Star />
          </label>
        ))}
        <span aria-hidden="true">{value && formatStars(Number(value))}</span>
      </div>
      {error && <FieldError id={`${id}error`} text={error} />}
    </fieldset>
  )
}
