import '../../style/people/notes.css'
import { NOTES_MAXIMUM } from '@freehub/contract/limits'
import type { Note } from '@freehub/contract/notes/note-schemas'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../api/call.ts'
import { sendAgainIfUnknown } from '../../api/call-error.ts'
import { getQuery } from '../../api/get-query.ts'
import { refetchInAllTabs } from '../../api/other-tabs.ts'
import { Button } from '../../ui/button.tsx'
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { useConfirmation } from '../../ui/dialogs/use-confirmation.ts'
import { FocusedErrorMessage } from '../../ui/focused-error-message.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { hasNoteDraft, NEW_NOTE_FIELD, NoteForm, type NoteSubject } from './note-form.tsx'

interface StaffNotesProps {
  subject: NoteSubject
  /** True: a button opens the form. */
  isFormFolded?: boolean
  /** True: the form is open at first, and has the focus. */
  startsAdding?: boolean
  /** Refetches other data that contain the number of notes. */
  onChange?: (client: QueryClient) => void
}

const NOTES_QUERY_KEY = ['notes']

const notesQuery = (subject: NoteSubject) =>
  getQuery<Note[]>([...NOTES_QUERY_KEY, subject], `/api/notes?${new URLSearchParams(subject)}`)

/** Loads notes. `isReady` once the response is there, so that content below the notes does not move. */
export function useNotes(subject: NoteSubject, isEnabled = true) {
  const { isPending, data } = useQuery({ ...notesQuery(subject), enabled: isEnabled })
  return { isReady: !isPending, areEmpty: data?.length === 0 && !hasNoteDraft(subject) }
}

/** Loads the notes on a user. */
export const useUserNotes = (userId: string | undefined) =>
  useNotes({ user: userId ?? '' }, userId !== undefined)

/** The notes of staff on a customer, or on an order and its customer. Customers never see these notes. */
export function StaffNotes(props: StaffNotesProps) {
  const { subject, isFormFolded, startsAdding = false, onChange } = props
  const headingId = useId()
  const query = useQuery(notesQuery(subject))
  const { item: noteToDelete, refusal, heading, open, dialog } = useConfirmation<Note>()
  const [editedNote, setEditedNote] = useState<Note>()
  const [hasDraft] = useState(() => hasNoteDraft(subject))
  const [isAdding, setAdding] = useState(startsAdding)
  const isFolded = isFormFolded && !hasDraft && !isAdding

  function refetch(client: QueryClient) {
    refetchInAllTabs(client, NOTES_QUERY_KEY)
    onChange?.(client)
  }

  // If other staff delete the edited note, its form stays, so that the user can copy the text.
  const stored = query.data ?? []
  const notes =
    editedNote && stored.every(({ id }) => id !== editedNote.id)
      ? [...stored, editedNote].toSorted((a, b) => b.at.localeCompare(a.at))
      : stored

  const closedId = useRef<string>(undefined)
  // A note that other staff have deleted may disappear after its form has closed.
  useEffect(() => {
    if (!closedId.current || query.data?.some(({ id }) => id === closedId.current)) return
    closedId.current = undefined
    if (document.activeElement === document.body) heading.current?.focus()
  }, [query.data, heading])

  /** Closes the form of a note. Its button gets the focus again, or the heading if the note is deleted. */
  function closeEditor(id: string) {
    closedId.current = id
    flushSync(() => setEditedNote(undefined))
    const target = document.getElementById(getEditButtonId(id)) ?? heading.current
    target?.focus()
  }

  return (
    <section
      className="notes grid grid-cols-1 gap-4 max-w-[46em] print:hidden"
      aria-labelledby={headingId}
    >
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        Staff notes
      </h2>
      {refusal && <FocusedErrorMessage text={refusal} />}
      <QueryState query={query} />
      {notes.length > 0 && (
        <ul className="border-t-[1.5px] border-t-ink">
          {notes.map((note) => (
            <li className="grid gap-2 px-0 py-3 border-b border-b-rule" key={note.id}>
              {note.id === editedNote?.id ? (
                <NoteForm
                  note={note}
                  subject={subject}
                  hasFocus
                  refetch={refetch}
                  onClose={() => closeEditor(note.id)}
                />
              ) : (
                <NoteText
                  note={note}
                  isOnCustomer={'order' in subject && !note.isOnOrder}
                  onEdit={() => setEditedNote(note)}
                  onDelete={() => open(note)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {stored.length === NOTES_MAXIMUM && (
        <p className="secondary">Only the newest {NOTES_MAXIMUM} notes are shown.</p>
      )}
      {isFolded ? (
        <div>
          <Button small name={NEW_NOTE_FIELD} onClick={() => setAdding(true)}>
            Add Note
          </Button>
        </div>
      ) : (
        <NoteForm subject={subject} hasFocus={isAdding} refetch={refetch} />
      )}
      {noteToDelete && (
        <ActionDialog
          action={{
            send: () => sendAgainIfUnknown(() => call('DELETE', `/api/notes/${noteToDelete.id}`)),
            toast: 'Note deleted',
            failure: 'The note was not deleted.',
            refetch,
          }}
          title="Delete this note?"
          text="It can’t be undone."
          subject={
            noteToDelete.text.length > 120
              ? `${noteToDelete.text.slice(0, 120)} …`
              : noteToDelete.text
          }
          confirmLabel="Yes, Delete"
          {...dialog}
        />
      )}
    </section>
  )
}

const getEditButtonId = (noteId: string) => `edit-note-${noteId}`

interface NoteTextProps {
  note: Note
  /** True if the note is on the customer of the order. */
  isOnCustomer: boolean
  onEdit: () => void
  onDelete: () => void
}

/** A note. Only its author can change it. All staff can delete it. */
function NoteText({ note, isOnCustomer, onEdit, onDelete }: NoteTextProps) {
  const textId = useId()
  return (
    <>
      <p id={textId} className="user-text">
        {note.text}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="secondary">
          {isOnCustomer && 'On the customer. '}
          {note.author}, <Timestamp at={note.at} />
          {note.editedAt && ', edited'}
        </p>
        <div className="actions">
          {note.isOwn && (
            <Button small id={getEditButtonId(note.id)} aria-describedby={textId} onClick={onEdit}>
              Edit
            </Button>
          )}
          <Button small aria-describedby={textId} onClick={onDelete}>
            Delete
          </Button>
        </div>
      </div>
    </>
  )
}
