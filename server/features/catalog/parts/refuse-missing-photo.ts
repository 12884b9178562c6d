import { type Refusal, refuse } from '@freehub/contract/refusals'

/** What a part's write answers, or that its picture is a photo which the shop has not: the database looks. */
export async function refuseMissingPhoto<T>(write: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await write()
  } catch (error) {
    if (!namesMissingPhoto(error)) throw error
    const img = 'This photo is not there any more. Choose it again.'
    return refuse('input_invalid', { errors: { img } })
  }
}

export function namesMissingPhoto(error: unknown): boolean {
  return (error as { constraint?: unknown }).constraint === 'parts_img_photo'
}
