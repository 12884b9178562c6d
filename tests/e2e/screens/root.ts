import path from 'node:path'

/** The repository folder. */
export const root = path.resolve(import.meta.dirname, '../../..')
