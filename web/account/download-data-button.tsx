import { callForResponse } from '../api/call.ts'
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
  const file = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = file
  link.download = 'freehub-my-data.json'
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(file), 60_000)
}
