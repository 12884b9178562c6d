import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { callForResponse } from '../../api/call.ts'
import { sentenceOf } from '../../api/call-error.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { showToast } from '../dialogs/toast.ts'
import { saveFile } from '../save-file.ts'

/** A list of a hundred thousand takes its time. */
const TIME_LIMIT_MS = 300_000

/** Downloads a list as a CSV file, with the token, which a plain link could not bring along. */
export function ExportButton({ path, children }: { path: string; children: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(path),
    networkMode: 'always',
    onError: (error) => void showToast(sentenceOf(error), 'error'),
  })
  const start = useMutateOnce(mutate)
  return (
    <button
      type="button"
      className="btn btn-outline btn-sm"
      aria-busy={isPending}
      onClick={() => start()}
    >
      <FileDown aria-hidden="true" />
      {isPending ? 'Exporting …' : children}
    </button>
  )
}

async function download(path: string): Promise<void> {
  const response = await callForResponse('GET', path, { timeLimitMs: TIME_LIMIT_MS })
  const name = response.headers.get('Content-Disposition')?.match(/filename="([^"]+)"/)?.[1]
  saveFile(await response.blob(), name ?? 'freehub.csv')
}
