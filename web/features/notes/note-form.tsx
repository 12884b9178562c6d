import { NOTE_LENGTH } from '@freehub/contract/limits'
import type { NewNote, Note } from '@freehub/contract/notes/note-schemas'
import type { QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readSignedInEmail, useSignedInEmail } from '../../api/access/signed-in-email.ts'
import { call } from '../../api/call.ts'
import { sendAgainIfUnknown } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../../ui/dialogs/use-action.ts'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { clearDraft, readDraft, saveDraft } from '../../ui/forms/form-draft.ts'

/** The order or the customer to which notes belong. */
export type NoteSubject = { order: string } | { user: string }

/** The name of the field for a new note, and of the button that opens it. */
export const NEW_NOTE_FIELD = 'newNote'

/** Focuses the field for a new note. If it is folded, clicks the button that opens it. */
export function focusNewNote() {
  const control = document.querySelector<HTMLElement>(`[name=${NEW_NOTE_FIELD}]`)
  control?.focus()
  control?.click()
}

interface NoteFormProps {
  subject: NoteSubject
  /** The note to change. Undefined to add a note. */
  note?: Note
  /** True: the field gets the focus. */
  hasFocus?: boolean
  refetch: (client: QueryClient) => void
  onClose?: () => void
}

/** Adds or changes a note. The browser creates the id, so that a repeat adds the note once. */
export function NoteForm({ subject, note, hasFocus, refetch, onClose }: NoteFormProps) {
  const draftName = getDraftName(subject, note)
  const email = useSignedInEmail()
  const initialText = note?.text ?? ''
  const [draft] = useState(() =>
    readDraft(email, draftName, { text: initialText, seen: initialText, id: '' }),
  )
  const [text, setText] = useState(draft.text)
  // The note of the next save, and its stored text that the save replaces. `seen` is empty for a new note.
  const [target, setTarget] = useState(() => ({
    id: note?.id ?? (draft.id || crypto.randomUUID()),
    seen: draft.seen,
  }))
  const [error, setError] = useState('')
  const sentText = useRef('')
  const { run, isPending } = useAction(
    {
      send: (body: NewNote) =>
        sendAgainIfUnknown(() => call('PUT', `/api/notes/${target.id}`, { body })),
      toast: note ? 'Note changed' : 'Note added',
      failure: 'The note was not saved.',
      refetch,
    },
    {
      onDone() {
        if (text.trim() === sentText.current) return close()
        // If the user continued the text while it was saved, the next save changes this note.
        const isContinued = note || text.trimStart().startsWith(sentText.current)
        const next = isContinued ? { id: target.id, seen: sentText.current } : createTarget()
        setTarget(next)
        saveDraft(email, draftName, { text, ...next })
      },
      onRefused: setError,
    },
  )
  const isEmpty = text.trim() === ''

  function close() {
    clearDraft(email, draftName)
    setText('')
    setTarget(createTarget())
    onClose?.()
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        setError('')
        if (isEmpty || isPending) return
        // If the response to the last change was lost, the stored text is this user's.
        const seen = note?.text === sentText.current ? note.text : target.seen
        setTarget({ ...target, seen })
        sentText.current = text.trim()
        run({ ...subject, text, ...(seen && { seen }) })
      }}
    >
      <TextAreaField
        {...(!note && { name: NEW_NOTE_FIELD })}
        autoFocus={hasFocus}
        label={note ? 'Change the note' : 'Add a note'}
        hint="Visible to staff only"
        rows={2}
        maxLength={NOTE_LENGTH}
        value={text}
        error={error}
        onChange={({ target: { value } }) => {
          setText(value)
          saveDraft(email, draftName, { text: value, ...target })
        }}
      />
      <div className="actions">
        <button
          type="submit"
          className="btn btn-sm btn-outline"
          aria-busy={isPending}
          aria-disabled={isEmpty}
        >
          Save Note
        </button>
        {target.seen && (
          <Button
            small
            onClick={() => {
              setError('')
              close()
              if (!note) focusNewNote()
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

const createTarget = () => ({ id: crypto.randomUUID(), seen: '' })

const getDraftName = (subject: NoteSubject, note?: Note) =>
  `note:${note?.id ?? JSON.stringify(subject)}`

/** True if this tab has an unsaved draft of a new note. */
export const hasNoteDraft = (subject: NoteSubject) =>
  readDraft(readSignedInEmail(), getDraftName(subject), { text: '' }).text !== ''
