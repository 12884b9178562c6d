import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { callForResponse } from '../../api/call.ts'
import { formatError } from '../../api/call-error.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { Button } from '../button.tsx'
import { showToast } from '../dialogs/toast.ts'
import { saveFile } from '../save-file.ts'

/** Timeout of an export. Lists may have a hundred thousand rows. */
const TIMEOUT_MS = 300_000

/** Downloads a list as a CSV file. A plain link could not send the access token. */
export function ExportButton({ path, children }: { path: string; children: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadList(path),
    onError: (error) => void showToast(formatError(error), 'error'),
  })
  const startDownload = useMutateOnce(mutate)
  return (
    <Button small aria-busy={isPending} onClick={() => startDownload()}>
      <FileDown aria-hidden="true" />
      {isPending ? 'Exporting …' : children}
    </Button>
  )
}

/** Downloads a list as a CSV file. */
export async function downloadList(path: string): Promise<void> {
  const response = await callForResponse('GET', path, { timeoutMs: TIMEOUT_MS })
  const name = response.headers.get('Content-Disposition')?.match(/filename="([^"]+)"/)?.[1]
  saveFile(await response.blob(), name ?? 'freehub.csv')
}
