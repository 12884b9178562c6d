import { z } from 'zod'
import { NOTE_LENGTH } from '../limits.ts'
import { id, requiredText, text } from '../schema-fields.ts'

const subject = { order: id.optional(), user: id.optional() }

const singleSubject = [
  ({ order, user }: { order?: string | undefined; user?: string | undefined }) =>
    (order === undefined) !== (user === undefined),
  'Give either order or user.',
] as const

export const notesQuery = z.strictObject(subject).refine(...singleSubject)

/** With `seen`, the server adds no note, and refuses a change of a note whose text is no longer `seen`. */
export const newNote = z
  .strictObject({
    ...subject,
    text: requiredText(NOTE_LENGTH, 'Enter a note.'),
    seen: text(NOTE_LENGTH).optional(),
  })
  .refine(...singleSubject)

export const note = z.object({
  id,
  text: z.string(),
  /** False for a note on the customer. The notes of each order include the notes on its customer. */
  isOnOrder: z.boolean(),
  author: z.string(),
  /** True for the caller's own notes, which the caller may change. */
  isOwn: z.boolean(),
  at: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
})

export type Note = z.infer<typeof note>
export type NewNote = z.infer<typeof newNote>
export type NotesQuery = z.infer<typeof notesQuery>
