import { PasteRefusal } from '../split-paste.ts'
import type { ListText, WorkbookReply, WorkbookRequest } from './read-workbook.ts'

const FILE_BYTES_MAXIMUM = 5_000_000
const WORKBOOK_TIMEOUT_MS = 20_000

/**
 * Reads a text file or a sheet of an XLSX file: the first of `sheets`, or else the first visible one. Throws a
 * PasteRefusal for large and unreadable files.
 */
export async function readListFile(file: File, sheets?: string[]): Promise<ListText> {
  if (file.size > FILE_BYTES_MAXIMUM)
    throw new PasteRefusal(
      `${file.name} is larger than ${FILE_BYTES_MAXIMUM / 1_000_000} MB. Choose a smaller file, or copy its cells and paste them.`,
    )
  // Fails for a folder, and for a file that was deleted or is locked.
  const bytes = await file.arrayBuffer().catch(() => {
    throw new PasteRefusal(UNREADABLE_MESSAGE)
  })
  const [first, second] = new Uint8Array(bytes)
  // ZIP files, such as workbooks, begin with PK. Old Excel files and those with a password begin
  // with D0 CF.
  if (first === 0x50 && second === 0x4b) return readWorkbookInWorker({ bytes, sheets })
  if (first === 0xd0 && second === 0xcf)
    throw new PasteRefusal(
      'This is an old Excel file (XLS), or it has a password. Save it as XLSX or CSV, without a password.',
    )
  return { text: decodeText(bytes), notes: [], otherSheets: [] }
}

/** Decodes a text. Spreadsheets use UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Reads a workbook in a worker. Terminates the worker after its reply or the timeout. This limits memory and time of
 * malicious files.
 */
function readWorkbookInWorker(request: WorkbookRequest): Promise<ListText> {
  const worker = new Worker(new URL('./read-workbook.worker.ts', import.meta.url), {
    type: 'module',
  })
  return new Promise<ListText>((resolve, reject) => {
    const fail = () => reject(new PasteRefusal(UNREADABLE_MESSAGE))
    const timer = setTimeout(fail, WORKBOOK_TIMEOUT_MS)
    worker.onmessage = ({ data }: MessageEvent<WorkbookReply>) => {
      clearTimeout(timer)
      if ('refusal' in data) reject(new PasteRefusal(data.refusal, data.otherSheets))
      else resolve(data)
    }
    worker.onerror = fail
    worker.postMessage(request, [request.bytes])
  }).finally(() => worker.terminate())
}

const UNREADABLE_MESSAGE =
  'This file cannot be read. Save the list as CSV, or copy its cells and paste them.'
