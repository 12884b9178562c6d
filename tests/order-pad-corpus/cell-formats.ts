import type { Random } from './random.ts'
import type { Language } from './vocabulary.ts'

/** How a program writes numbers. */
export interface NumberFormat {
  thousands: '' | '.' | ',' | ' ' | '\u00a0' | '\u202f' | "'" | '’'
  decimal: '.' | ','
}

const FORMATS: Record<Language, NumberFormat[]> = {
  en: [
    { thousands: ',', decimal: '.' },
    { thousands: '', decimal: '.' },
  ],
  de: [
    { thousands: '.', decimal: ',' },
    { thousands: '', decimal: ',' },
    { thousands: "'", decimal: '.' },
    { thousands: '’', decimal: '.' },
  ],
  fr: [
    { thousands: ' ', decimal: ',' },
    { thousands: '\u00a0', decimal: ',' },
    { thousands: '\u202f', decimal: ',' },
    { thousands: '', decimal: ',' },
  ],
  it: [
    { thousands: '.', decimal: ',' },
    { thousands: '', decimal: ',' },
  ],
  es: [
    { thousands: '.', decimal: ',' },
    { thousands: '\u00a0', decimal: ',' },
    { thousands: '', decimal: ',' },
  ],
  nl: [
    { thousands: '.', decimal: ',' },
    { thousands: '', decimal: ',' },
  ],
}

export function pickNumberFormat(random: Random, language: Language): NumberFormat {
  return random.pick(FORMATS[language])
}

/** Formats a number with this many decimals. */
export function formatNumber(value: number, format: NumberFormat, decimals = 0): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, format.thousands)
  return fraction === undefined ? grouped : `${grouped}${format.decimal}${fraction}`
}

/** Formats a random date of 2026 as a language writes it. */
export function formatDate(random: Random, language: Language): string {
  const day = String(random.int(1, 28)).padStart(2, '0')
  const month = String(random.int(1, 12)).padStart(2, '0')
  const iso = `2026-${month}-${day}`
  if (language === 'de') return random.pick([`${day}.${month}.2026`, `${day}.${month}.26`, iso])
  if (language === 'en') return random.pick([`${month}/${day}/2026`, `${day}/${month}/2026`, iso])
  return random.pick([`${day}/${month}/2026`, `${day}-${month}-2026`, iso])
}

/** Joins cells as spreadsheets copy them: cells with the separator, quotes or line breaks are quoted. */
export function joinCells(cells: string[], separator: string, quoteAll = false): string {
  return cells
    .map((cell) =>
      quoteAll || cell.includes(separator) || /["\r\n]/.test(cell)
        ? `"${cell.replaceAll('"', '""')}"`
        : cell,
    )
    .join(separator)
}
