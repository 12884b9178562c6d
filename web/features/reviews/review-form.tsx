import { REVIEW_COMMENT_LENGTH } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import type { SessionUser } from '../identity/session.ts'
import { StarChoice } from './star-choice.tsx'
import { useReviewForm } from './use-review-form.ts'

/** Says what one thinks of the shop, in words and in stars; the words may be none. */
export function ReviewForm({ user }: { user: SessionUser }) {
  const { register, errors, typed, add, adding } = useReviewForm(user)
  return (
    <form className="formgrid review-form" noValidate onSubmit={add}>
      <TextAreaField
        label="Comment"
        hint={`${formatCount(typed.comment.trim().length)} of ${formatCount(REVIEW_COMMENT_LENGTH)}`}
        rows={6}
        error={errors.comment?.message}
        {...register('comment', { validate: commentProblem })}
      />
      <StarChoice value={typed.ratting} error={errors.ratting?.message} {...register('ratting')} />
      {errors.root?.message && <ErrorNote text={errors.root.message} />}
      <p className="act">
        <SubmitButton busy={adding} atWork="Sending …">
          Submit
        </SubmitButton>
      </p>
    </form>
  )
}

function commentProblem(typed: string): string | true {
  return (
    typed.trim().length <= REVIEW_COMMENT_LENGTH || `At most ${REVIEW_COMMENT_LENGTH} characters.`
  )
}
