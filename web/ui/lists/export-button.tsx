import { FileDown } from 'lucide-react'
import { formatError } from '../../api/call-error.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../button.tsx'
import { showToast } from '../dialogs/toast.ts'
import { downloadFile } from '../download-file.ts'

/** Timeout of an export. Lists may have a hundred thousand rows. */
const TIMEOUT_MS = 300_000

export function ExportButton({ path, children }: { path: string; children: string }) {
  const { mutate: startDownload, isPending } = useSend({
    mutationFn: () => downloadList(path),
    onError: (error) => void showToast(formatError(error), 'error'),
  })
  return (
    <Button small title={children} aria-busy={isPending} onClick={() => startDownload()}>
      <FileDown aria-hidden="true" />
      {isPending ? 'Exporting …' : children}
    </Button>
  )
}

/** Downloads a list as a CSV file. */
export const downloadList = (path: string): Promise<void> =>
  downloadFile(path, 'freehub.csv', TIMEOUT_MS)
