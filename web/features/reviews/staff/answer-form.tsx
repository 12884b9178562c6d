import { REVIEW_ANSWER_LENGTH } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { formatError } from '../../../api/call-error.ts'
import { useSend } from '../../../api/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { refetchReviews, updateCachedReview } from './managed-reviews-queries.ts'

/** Publishes, changes or withdraws the maker's answer to a review. */
export function AnswerForm({ review, onDone }: { review: ManagedReview; onDone: () => void }) {
  const [text, setText] = useState(review.answer ?? '')
  const [isEmpty, setEmpty] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { mutate, isPending, error } = useAnswerReview(review, onDone)
  useEffect(() => field.current?.focus(), [])

  function send(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '') return mutate(text.trim())
    setEmpty(true)
    field.current?.focus()
  }

  /** Closes the form on Escape if the text is unchanged. Sends the form on Ctrl+Enter, or on ⌘ Enter on a Mac. */
  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { key, ctrlKey, metaKey, currentTarget } = event
    if (key === 'Escape' && !isPending && text === (review.answer ?? '')) onDone()
    if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.requestSubmit()
  }

  return (
    <form className="answer-form grid gap-3" noValidate onSubmit={send} onKeyDown={handleKeyDown}>
      <TextAreaField
        ref={field}
        label="Your answer"
        hint={`${formatCount(text.trim().length)} of ${formatCount(REVIEW_ANSWER_LENGTH)}`}
        rows={4}
        maxLength={REVIEW_ANSWER_LENGTH}
        value={text}
        error={isEmpty && text.trim() === '' ? 'Enter an answer.' : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="second">
        Your answer will be public, below the review. Ctrl + Enter publishes it.
      </p>
      {error && <ErrorMessage text={formatError(error)} />}
      <div className="actions">
        <SubmitButton busy={isPending} busyLabel="Publishing …">
          Publish
        </SubmitButton>
        <Button onClick={onDone}>Cancel</Button>
        {review.answer && (
          <Button variant="danger" aria-busy={isPending} onClick={() => mutate(null)}>
            Withdraw Answer
          </Button>
        )}
      </div>
    </form>
  )
}

/** Publishes an answer. Null withdraws it. Afterwards refetches reviews. */
function useAnswerReview({ _id }: ManagedReview, onDone: () => void) {
  const client = useQueryClient()
  const path = `/api/reviews/${_id}/answer`

  return useSend({
    mutationFn: (answer: string | null) =>
      answer === null ? call('DELETE', path) : call('PUT', path, { body: { answer } }),
    onSuccess: (_answered, answer) => {
      updateCachedReview(client, _id, { answer })
      void showToast(answer === null ? 'Answer withdrawn' : 'Answer published')
      onDone()
    },
    onSettled: () => refetchReviews(client),
  })
}
