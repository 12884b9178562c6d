import { call } from './call.ts'
import { CallError, sendAgainIfUnknown } from './call-error.ts'

/** Deletes a resource. If the outcome is unknown, sends the call once more. A missing resource counts as deleted. */
export async function deleteOnce(path: string): Promise<void> {
  try {
    await sendAgainIfUnknown(() => call('DELETE', path))
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error
  }
}
