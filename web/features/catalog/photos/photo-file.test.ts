import { PHOTO_BYTES_MAXIMUM } from '@freehub/contract/limits'
import { expect, test } from 'vitest'
import { checkPhotoFile } from './photo-file.ts'

test('refuses a file above 12 MiB before it is sent', () => {
  expect(PHOTO_BYTES_MAXIMUM).toBe(12 * 1024 * 1024)
  expect(checkPhotoFile({ size: PHOTO_BYTES_MAXIMUM })).toBeUndefined()
  expect(checkPhotoFile({ size: PHOTO_BYTES_MAXIMUM + 1 })).toBe(
    'The photo is too large. The limit is 12 MiB.',
  )
})
