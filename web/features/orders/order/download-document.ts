import { callForResponse } from '../../../api/call.ts'
import { readStored, useStored } from '../../../api/use-stored.ts'
import { saveFile } from '../../../ui/save-file.ts'

/** Downloads a PDF. The server determines its file name. */
export async function downloadDocument(path: string): Promise<void> {
  const response = await callForResponse('GET', path)
  saveFile(await response.blob(), readFileName(response) ?? 'document.pdf')
}

function readFileName({ headers }: Response): string | undefined {
  return /filename="([\w.-]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1]
}

export type PaperSize = 'a4' | 'letter'

/** Locales of countries that print on Letter paper. */
const LETTER_LOCALES = /-(US|CA|MX|PH|CO|CL|VE|PR)$/i

const PAPER_SIZE_KEY = 'paperSize'
const guessPaperSize = (): PaperSize => (LETTER_LOCALES.test(navigator.language) ? 'letter' : 'a4')

/**
 * The paper size that the user last chose in this browser. Initially the usual size of the locale.
 */
export function usePaperSize() {
  const [paperSize, setPaperSize] = useStored(PAPER_SIZE_KEY, guessPaperSize())
  return { paperSize, setPaperSize }
}

/** Downloads a document of an order in the paper size of this browser. */
export function downloadOrderDocument(orderId: string, kind: string): Promise<void> {
  const paper = readStored(PAPER_SIZE_KEY, guessPaperSize())
  return downloadDocument(`/api/orders/${encodeURIComponent(orderId)}/${kind}?paper=${paper}`)
}
