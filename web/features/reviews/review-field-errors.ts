import { toCreateFieldErrors } from '../../api/field-errors.ts'

/** Maps a failed review to fields of the form and their messages. `root` is the whole form. */
export const toReviewFieldErrors = (error: unknown) =>
  toCreateFieldErrors(error, ['comment', 'ratting'])
