import { callForResponse } from '../../api/call.ts'
import { saveFile } from '../../ui/save-file.ts'
import { AccountErrorNote } from './account-error-note.tsx'
import { useAccountMutation } from './use-account-mutation.ts'

export function DownloadDataButton() {
  const { mutate, isPending, error } = useAccountMutation(downloadData)
  return (
    <>
      <AccountErrorNote error={error} />
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-busy={isPending}
        onClick={() => mutate()}
      >
        Download my data
      </button>
    </>
  )
}

/** Fetches the file with the access token, which a plain link could not send, and saves it. */
async function downloadData(): Promise<void> {
  const response = await callForResponse('GET', '/api/account/data')
  saveFile(await response.blob(), 'freehub-my-data.json')
}
