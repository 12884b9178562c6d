import { PHOTO_BYTES_MAXIMUM } from '@freehub/contract/limits'
import { expect, test } from 'vitest'
import { fileProblem } from './photo-file.ts'

test('refuses a file above 12 MiB before it is sent', () => {
  expect(PHOTO_BYTES_MAXIMUM).toBe(12 * 1024 * 1024)
  expect(fileProblem({ size: PHOTO_BYTES_MAXIMUM })).toBeUndefined()
  expect(fileProblem({ size: PHOTO_BYTES_MAXIMUM + 1 })).toBe(
    'The photo is too large: at most 12 MiB.',
  )
})
