import { useState } from 'react'

export type PaperSize = 'a4' | 'letter'

const KEY = 'paperSize'

/** Where paper is measured in inches. */
const LETTER = /-(US|CA|MX|PH|CO|CL|VE|PR)$/i

/** The paper that somebody prints on: as chosen last in this browser, else as is usual where he lives. */
export function usePaperSize() {
  const [size, setSize] = useState(readSize)
  return {
    size,
    choose(chosen: PaperSize) {
      setSize(chosen)
      try {
        localStorage.setItem(KEY, chosen)
      } catch {
        // Storage is forbidden or full: the choice holds for this screen.
      }
    },
  }
}

function readSize(): PaperSize {
  try {
    const chosen = localStorage.getItem(KEY)
    if (chosen === 'a4' || chosen === 'letter') return chosen
  } catch {
    // As above.
  }
  return LETTER.test(navigator.language) ? 'letter' : 'a4'
}
