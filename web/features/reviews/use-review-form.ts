import { RATING_DEFAULT } from '@freehub/contract/constants'
import type { NewReview } from '@freehub/contract/reviews/reviews'
import { useForm, useWatch } from 'react-hook-form'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { dropDraft, readDraft } from '../../ui/forms/form-draft.ts'
import { useKeptDraft } from '../../ui/forms/use-kept-draft.ts'
import type { SessionUser } from '../identity/session.ts'
import { useAddReview } from './add-review.ts'
import { reviewRefusal } from './review-refusal.ts'

/** As the form holds them: a chosen star is text there. */
interface ReviewFields {
  comment: string
  ratting: string
}

const DRAFT = 'addReview'
const EMPTY: ReviewFields = { comment: '', ratting: String(RATING_DEFAULT) }

/** The review form, with what was typed and not sent; empty again once it is sent. */
export function useReviewForm({ email, name }: SessionUser) {
  const form = useForm<ReviewFields>({
    mode: 'onTouched',
    defaultValues: readDraft(email, DRAFT, EMPTY),
  })
  useKeptDraft(email, DRAFT, form)
  const typed = useWatch({ control: form.control }) as ReviewFields
  const { mutate, isPending } = useAddReview(beginAnew)
  const send = useMutateOnce(mutate)

  function add(fields: ReviewFields) {
    send(reviewOf(fields), { onError: refuse })
  }

  function reviewOf({ comment, ratting }: ReviewFields): NewReview {
    return { comment: comment.trim(), ratting: Number(ratting), name }
  }

  // What was typed while the review was under way, here or after coming back, was not sent with it.
  function beginAnew(sent: NewReview) {
    const typed = readDraft(email, DRAFT, form.getValues())
    if (JSON.stringify(reviewOf(typed)) !== JSON.stringify(sent)) return
    dropDraft(email, DRAFT)
    form.reset(EMPTY)
  }

  function refuse(error: Error) {
    for (const [field, message] of reviewRefusal(error)) {
      form.setError(field, { type: 'refused', message }, { shouldFocus: field !== 'root' })
    }
  }

  return {
    register: form.register,
    errors: form.formState.errors,
    typed,
    add: form.handleSubmit(add),
    adding: isPending,
  }
}
