import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { byId, deleted, modified } from '../schema-fields.ts'
import * as notes from './note-schemas.ts'

export const notesCalls = defineCalls('admin', 'notes', {
  listNotes: {
    route: 'GET /api/notes',
    summary:
      'Lists the notes of staff on a customer, or on an order and its customer, newest first, at most 200. Customers never see notes.',
    querystring: notes.notesQuery,
    response: z.array(notes.note),
  },
  putNote: {
    route: 'PUT /api/notes/:id',
    summary:
      'Adds a note on an order or a customer under an ID that the client has created, or changes the caller’s own note.',
    params: byId,
    body: notes.newNote,
    response: modified,
    refusals: ['order_missing', 'user_missing', 'note_missing', 'note_changed'],
  },
  deleteNote: {
    route: 'DELETE /api/notes/:id',
    summary: 'Deletes a note, also one of another member of staff.',
    params: byId,
    response: deleted,
  },
})
