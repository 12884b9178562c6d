import { REVIEW_COMMENT_LENGTH } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import { ErrorNote } from '../../ui/forms/error-note.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { DashboardHead } from '../../ui/page/dashboard-head.tsx'
import { type SessionUser, useSession } from '../identity/session.ts'
import { StarChoice } from './star-choice.tsx'
import { useReviewForm } from './use-review-form.ts'

export function Component() {
  const session = useSession()
  if (session.status !== 'signedIn') return null
  const { user } = session
  return (
    <>
      <DashboardHead title="Add A Review">
        <p className="second">Your review will be public, as {user.name}.</p>
      </DashboardHead>
      <ReviewForm key={user.email} user={user} />
    </>
  )
}

function ReviewForm({ user }: { user: SessionUser }) {
  const { register, errors, typed, add, isAdding } = useReviewForm(user)
  return (
    <form className="formgrid review-form" noValidate onSubmit={add}>
      <TextAreaField
        label="Comment"
        hint={`${formatCount(typed.comment.trim().length)} of ${formatCount(REVIEW_COMMENT_LENGTH)}`}
        rows={6}
        error={errors.comment?.message}
        {...register('comment', { validate: validateComment })}
      />
      <StarChoice value={typed.ratting} error={errors.ratting?.message} {...register('ratting')} />
      {errors.root?.message && <ErrorNote text={errors.root.message} />}
      <p className="act">
        <SubmitButton busy={isAdding} busyLabel="Sending …">
          Submit
        </SubmitButton>
      </p>
    </form>
  )
}

function validateComment(comment: string): string | true {
  return (
    comment.trim().length <= REVIEW_COMMENT_LENGTH || `At most ${REVIEW_COMMENT_LENGTH} characters.`
  )
}
