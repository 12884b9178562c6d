import { REVIEW_ANSWER_LENGTH } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import type { ManagedReview } from '@freehub/contract/reviews/review-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSignedInEmail } from '../../../api/access/signed-in-email.ts'
import { call } from '../../../api/call.ts'
import { CallError, formatError } from '../../../api/call-error.ts'
import { useSend } from '../../../api/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { clearDraft, readDraft, saveDraft } from '../../../ui/forms/form-draft.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { refetchReviews, updateCachedReview } from './managed-reviews-queries.ts'

interface AnswerFormProps {
  review: ManagedReview
  onDone: () => void
}

/**
 * Publishes, changes or withdraws the maker's answer to a review. Typed text survives a sign-in. If another admin
 * changes or withdraws the answer meanwhile, the form shows it. The next 'Publish' replaces it, or 'Withdraw Answer'
 * removes it.
 */
export function AnswerForm({ review, onDone }: AnswerFormProps) {
  const email = useSignedInEmail()
  const draftName = `answer:${review._id}`
  const answer = review.answer ?? ''
  // The draft contains the answer before the edit, so that the form shows a change after a sign-in too.
  const [draft] = useState(() =>
    readDraft(email, draftName, { text: answer, initialAnswer: answer }),
  )
  const { initialAnswer } = draft
  const [text, setText] = useState(draft.text)
  const [isEmpty, setEmpty] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { mutate, isPending, error, variables: sentAnswer } = useAnswerReview(review, close)
  // If the response to 'Publish' was lost, the refetched answer is the user's own, not another admin's.
  const isOwnAnswer = answer === text.trim() || review.answer === sentAnswer
  useEffect(() => field.current?.focus(), [])

  function close() {
    clearDraft(email, draftName)
    onDone()
  }

  function change(input: string) {
    setText(input)
    saveDraft(email, draftName, { text: input, initialAnswer })
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '') return mutate(text.trim())
    setEmpty(true)
    field.current?.focus()
  }

  /** Closes the form on Escape if the text is unchanged. Sends the form on Ctrl+Enter, or on ⌘ Enter on a Mac. */
  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { key, ctrlKey, metaKey, currentTarget } = event
    if (key === 'Escape' && !isPending && text === initialAnswer) close()
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
        onChange={(event) => change(event.target.value)}
      />
      {answer !== initialAnswer && !isOwnAnswer && (
        <div className="message" role="status">
          <p>
            {answer
              ? 'Another admin has published this answer. Publish yours to replace it.'
              : 'Another admin has withdrawn the answer. If you publish yours, the review has an answer again.'}
          </p>
          {answer && <p className="user-text">{answer}</p>}
        </div>
      )}
      <p className="secondary">
        Your answer will be public, below the review. Ctrl+Enter publishes it (⌘ Enter on a Mac).
      </p>
      {error && !isConflict(error) && <ErrorMessage text={formatError(error)} />}
      <div className="actions">
        <SubmitButton label="Publish" busy={isPending} busyLabel="Publishing …" />
        <Button onClick={close}>Cancel</Button>
        {review.answer && (
          <Button variant="danger" aria-busy={isPending} onClick={() => mutate(null)}>
            Withdraw Answer
          </Button>
        )}
      </div>
    </form>
  )
}

/** Publishes an answer, instead of the shown one. Null withdraws the shown one. Afterwards refetches reviews. */
function useAnswerReview({ _id, answer: seen }: ManagedReview, onDone: () => void) {
  const client = useQueryClient()
  const path = `/api/reviews/${_id}/answer`

  return useSend({
    mutationFn: (answer: string | null) =>
      answer === null
        ? call('DELETE', path, { body: { seen: seen ?? undefined } })
        : call('PUT', path, { body: { answer, seen } }),
    onSuccess: (_answered, answer) => {
      updateCachedReview(client, _id, { answer })
      void showToast(answer === null ? 'Answer withdrawn' : 'Answer published')
      onDone()
    },
    onError(error) {
      // The refetch shows the other answer, but removes the form from the list of unanswered reviews.
      if (isConflict(error)) void showToast(formatError(error), 'error')
    },
    onSettled: () => refetchReviews(client),
  })
}

const isConflict = (error: Error) =>
  error instanceof CallError && error.problem.code === 'answer_changed'
