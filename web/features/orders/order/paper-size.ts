import { readStored, useStored } from '../../../api/use-stored.ts'

export type PaperSize = 'a4' | 'letter'

/** Locales of countries that print on Letter paper. */
const LETTER_LOCALES = /-(US|CA|MX|PH|CO|CL|VE|PR)$/i

const PAPER_SIZE_KEY = 'paperSize'
const guessPaperSize = (): PaperSize => (LETTER_LOCALES.test(navigator.language) ? 'letter' : 'a4')

/** Returns the stored paper size and its setter. The default is the usual size of the locale. */
export function usePaperSize() {
  const [paperSize, setPaperSize] = useStored(PAPER_SIZE_KEY, guessPaperSize())
  return { paperSize, setPaperSize }
}

export const readPaperSize = (): PaperSize => readStored(PAPER_SIZE_KEY, guessPaperSize())
