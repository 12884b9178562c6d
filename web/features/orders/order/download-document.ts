import { callForResponse } from '../../../api/call.ts'
import { useStored } from '../../../api/use-stored.ts'
import { saveFile } from '../../../ui/save-file.ts'

/** Downloads a PDF under the name that the server gives it. */
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

/** The paper size last chosen in this browser, or the usual one of its locale. */
export function usePaperSize() {
  const usual = LETTER_LOCALES.test(navigator.language) ? 'letter' : 'a4'
  const [paperSize, setPaperSize] = useStored<PaperSize>('paperSize', usual)
  return { paperSize, setPaperSize }
}
