import { RATING_DEFAULT } from '@freehub/contract/constants'
import type { NewReview } from '@freehub/contract/reviews/review-schemas'
import { useForm, useWatch } from 'react-hook-form'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { clearDraft, readDraft } from '../../ui/forms/form-draft.ts'
import { useFormDraft } from '../../ui/forms/use-form-draft.ts'
import type { SessionUser } from '../identity/session.ts'
import { useAddReview } from './add-review.ts'
import { toReviewFieldErrors } from './review-field-errors.ts'

/** Field values. The rating is text, as in a radio button. */
interface ReviewFields {
  comment: string
  ratting: string
}

const DRAFT_KEY = 'addReview'
const EMPTY: ReviewFields = { comment: '', ratting: String(RATING_DEFAULT) }

/** The review form, with its draft. Clears the form after the review is sent. */
export function useReviewForm({ email, name }: SessionUser) {
  const form = useForm<ReviewFields>({
    mode: 'onTouched',
    defaultValues: readDraft(email, DRAFT_KEY, EMPTY),
  })
  useFormDraft(email, DRAFT_KEY, form)
  const typed = useWatch({ control: form.control }) as ReviewFields
  const { mutate, isPending } = useAddReview(resetAfterSend)
  const addOnce = useMutateOnce(mutate)

  function add(fields: ReviewFields) {
    addOnce(toReview(fields), { onError: showErrors })
  }

  function toReview({ comment, ratting }: ReviewFields): NewReview {
    return { comment: comment.trim(), ratting: Number(ratting), name }
  }

  // Keeps text that the user typed while the request was pending.
  function resetAfterSend(sent: NewReview) {
    const typed = readDraft(email, DRAFT_KEY, form.getValues())
    if (JSON.stringify(toReview(typed)) !== JSON.stringify(sent)) return
    clearDraft(email, DRAFT_KEY)
    form.reset(EMPTY)
  }

  function showErrors(error: Error) {
    for (const [field, message] of toReviewFieldErrors(error)) {
      form.setError(field, { type: 'refused', message }, { shouldFocus: field !== 'root' })
    }
  }

  return {
    register: form.register,
    errors: form.formState.errors,
    typed,
    add: form.handleSubmit(add),
    isAdding: isPending,
  }
}
