import { refusedAdding } from '../../api/refused-fields.ts'

/** Where on the form a failed review is said, and in what words. */
export const reviewRefusal = (error: unknown) => refusedAdding(error, ['comment', 'ratting'])
