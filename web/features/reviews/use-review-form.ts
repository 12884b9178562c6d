import { RATING_DEFAULT } from '@freehub/contract/constants'
import type { NewReview } from '@freehub/contract/reviews/review-schemas'
import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { call } from '../../api/call.ts'
import { toCreateFieldErrors } from '../../api/field-errors.ts'
import { useCreate } from '../../api/use-create.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { clearDraft, createKeyStorage, readDraft } from '../../ui/forms/form-draft.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { useFormDraft } from '../../ui/forms/use-form-draft.ts'
import type { SessionUser } from '../identity/session.ts'
import { REVIEWS_QUERY_KEY } from './reviews-query.ts'

/** The values of the fields. The rating is text, like the value of a radio button. */
interface ReviewFields {
  comment: string
  ratting: string
}

const DRAFT_KEY = 'addReview'
const MUTATION_KEY = [DRAFT_KEY]
const EMPTY: ReviewFields = { comment: '', ratting: String(RATING_DEFAULT) }

/** The review form, with its draft. Clears the form after the review is sent. */
export function useReviewForm({ email, name }: SessionUser) {
  const form = useForm<ReviewFields>({
    defaultValues: readDraft(email, DRAFT_KEY, EMPTY),
  })
  useFormDraft(email, DRAFT_KEY, form)
  const values = useWatch({ control: form.control }) as ReviewFields
  const client = useQueryClient()
  const { mutate: addReview, isPending } = useCreate({
    mutationKey: MUTATION_KEY,
    send: (review: NewReview, headers) => call('POST', '/reviews', { body: review, headers }),
    keyStorage: createKeyStorage(email, DRAFT_KEY),
    onSuccess: (_, review) => {
      void showToast('Review added successfully')
      resetIfUnchanged(review)
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [REVIEWS_QUERY_KEY] }),
  })

  // Another form, which the user left before the response, may have sent this draft.
  const lastAdded = useMutationState({
    filters: { mutationKey: MUTATION_KEY, status: 'success' },
    select: (mutation) => mutation,
  }).at(-1)
  const [addedBefore] = useState(lastAdded)
  useEffect(() => {
    if (lastAdded && lastAdded !== addedBefore)
      resetIfUnchanged(lastAdded.state.variables as NewReview)
  }, [lastAdded])

  function add(fields: ReviewFields) {
    addReview(toReview(fields), {
      onError: (error) => showFieldErrors(form.setError, toReviewFieldErrors(error)),
    })
  }

  function toReview({ comment, ratting }: ReviewFields): NewReview {
    return { comment: comment.trim(), ratting: Number(ratting), name }
  }

  // This keeps text that the user typed while the request was pending.
  function resetIfUnchanged(sent: NewReview) {
    const current = readDraft(email, DRAFT_KEY, form.getValues())
    if (JSON.stringify(toReview(current)) !== JSON.stringify(sent)) return
    clearDraft(email, DRAFT_KEY)
    form.reset(EMPTY)
  }

  return {
    register: form.register,
    errors: form.formState.errors,
    values,
    add: form.handleSubmit(add),
    isAdding: isPending,
  }
}

export const toReviewFieldErrors = (error: unknown) =>
  toCreateFieldErrors(error, ['comment', 'ratting'])
