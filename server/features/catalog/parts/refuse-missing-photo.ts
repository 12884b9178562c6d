import { type Refusal, refuse } from '@freehub/contract/refusals'

/** Runs a write of a part, and refuses if its image is a missing photo. A database constraint checks that. */
export async function refuseMissingPhoto<T>(write: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await write()
  } catch (error) {
    if (!isMissingPhotoError(error)) throw error
    const img = 'This photo no longer exists. Upload it again.'
    return refuse('input_invalid', { errors: { img } })
  }
}

export function isMissingPhotoError(error: unknown): boolean {
  return (error as { constraint?: unknown }).constraint === 'parts_img_photo'
}
