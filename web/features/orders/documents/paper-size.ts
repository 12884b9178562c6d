import { useState } from 'react'

export type PaperSize = 'a4' | 'letter'

const STORAGE_KEY = 'paperSize'

/** Locales of countries that print on Letter paper. */
const LETTER_LOCALES = /-(US|CA|MX|PH|CO|CL|VE|PR)$/i

/** The paper size last chosen in this browser, or the usual one of its locale. */
export function usePaperSize() {
  const [paperSize, setState] = useState(readPaperSize)
  return {
    paperSize,
    setPaperSize(size: PaperSize) {
      setState(size)
      try {
        localStorage.setItem(STORAGE_KEY, size)
      } catch {
        // Storage is blocked or full: the choice lasts until the page is left.
      }
    },
  }
}

function readPaperSize(): PaperSize {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    if (stored === 'a4' || stored === 'letter') return stored
  } catch {
    // Storage is blocked: the locale decides.
  }
  return LETTER_LOCALES.test(navigator.language) ? 'letter' : 'a4'
}
