import { callForResponse } from '../../api/call.ts'
import { saveFile } from '../../ui/save-file.ts'
import { Refused } from './refused.tsx'
import { useAccountChange } from './use-account-change.ts'

export function DownloadDataButton() {
  const { change, busy, error } = useAccountChange(downloadData)
  return (
    <>
      <Refused error={error} />
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-busy={busy}
        onClick={() => change()}
      >
        Download my data
      </button>
    </>
  )
}

/** Reads the file with the token, which a plain link could not bring along, and hands it to the browser. */
async function downloadData(): Promise<void> {
  const response = await callForResponse('GET', '/api/account/data')
  saveFile(await response.blob(), 'freehub-my-data.json')
}
