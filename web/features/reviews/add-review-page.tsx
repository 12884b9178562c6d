import { RATING_MAXIMUM, RATING_MINIMUM } from '@freehub/contract/constants'
import { REVIEW_COMMENT_LENGTH } from '@freehub/contract/limits'
import { formatCount, pluralize } from '@freehub/contract/money'
import { type ComponentProps, useId } from 'react'
import { createField } from '../../ui/forms/create-field.ts'
import { ErrorMessage } from '../../ui/forms/error-message.tsx'
import { FieldError, TextAreaField } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { DashboardHead } from '../../ui/page/dashboard-head.tsx'
import { Star } from '../../ui/stars.tsx'
import { type SessionUser, useSession } from '../identity/session.ts'
import { useReviewForm } from './use-review-form.ts'

export default function AddReviewPage() {
  const session = useSession()
  if (session.status !== 'signedIn') return null
  const { user } = session
  return (
    <>
      <DashboardHead title="Add A Review">
        <p className="secondary wrap-anywhere">Your review will be public, as {user.name}.</p>
      </DashboardHead>
      <ReviewForm key={user.email} user={user} />
    </>
  )
}

function ReviewForm({ user }: { user: SessionUser }) {
  const { register, errors, values, add, isAdding } = useReviewForm(user)
  const field = createField(register, errors)
  return (
    <form className="formgrid max-w-200" noValidate onSubmit={add}>
      <TextAreaField
        label="Comment"
        hint={`${formatCount(values.comment.trim().length)} of ${formatCount(REVIEW_COMMENT_LENGTH)}`}
        rows={6}
        {...field('comment', { validate: validateComment })}
      />
      <StarChoice value={values.ratting} {...field('ratting')} />
      {errors.root?.message && <ErrorMessage text={errors.root.message} />}
      <p className="actions">
        <SubmitButton label="Submit" busy={isAdding} busyLabel="Sending …" />
      </p>
    </form>
  )
}

function validateComment(comment: string): string | true {
  return (
    comment.trim().length <= REVIEW_COMMENT_LENGTH ||
    `At most ${formatCount(REVIEW_COMMENT_LENGTH)} characters.`
  )
}

const choices = Array.from(
  { length: RATING_MAXIMUM - RATING_MINIMUM + 1 },
  (_, i) => RATING_MINIMUM + i,
)

const formatStars = (stars: number) => pluralize(stars, 'star', 'stars')

interface StarChoiceProps extends Omit<ComponentProps<'input'>, 'value'> {
  value: string
  error: string | undefined
}

/** Radio buttons that look like stars. The stars are filled up to the chosen or hovered one. */
function StarChoice({ value, error, ...radioProps }: StarChoiceProps) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error && `${id}error`}>
      <legend className="field-label">Rating</legend>
      <div className="star-choice">
        {choices.map((stars) => (
          <label key={stars}>
            <input
              type="radio"
              {...radioProps}
              className="absolute inset-1 m-0 rounded-[3px] appearance-none cursor-pointer"
              value={stars}
              aria-label={formatStars(stars)}
            />
            <Star />
          </label>
        ))}
        <span className="ml-3 text-ink-2 tabular-nums max-[360px]:ml-1.5" aria-hidden="true">
          {value && formatStars(Number(value))}
        </span>
      </div>
      {error && <FieldError id={`${id}error`} text={error} />}
    </fieldset>
  )
}
