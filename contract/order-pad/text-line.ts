import { hasLostDigits, listPartNumberCorrections, toCodeKey } from './codes.ts'
import { type FoundCode, findCodesInText, findMisspeltCodes, type IsKnown } from './find-codes.ts'
import { parseNumber, readQuantity } from './quantity.ts'
import { findLabelled, findNumberAt, readNumber, type Words } from './text-quantity.ts'

/** The code of a line of text, and the words before and after it. */
export interface TextLine extends Words {
  state: 'known' | 'guess' | 'unknown' | 'shortened'
  code: string
  keys: string[]
  /** True if the quantity may not belong to the code: the line has several codes, or is too long for an item. */
  isQuantityUnclear: boolean
}

/** Longer lines are prose. In prose, only the text next to a code is read, to limit the time for a paste. */
const ITEM_LENGTH_MAXIMUM = 300

/** Finds the code of a line of text. Null if it has none. In prose, does not look for unknown codes. */
export function parseTextLine(text: string, isKnown: IsKnown): TextLine | null {
  const line = text.replace(LIST_MARK, '')
  const known = findCodesInText(line, isKnown)
  if (known.length > 0) return toTextLine(line, 'known', known)
  const [misspelt] = findMisspeltCodes(line, isKnown)
  const guess = misspelt ?? findMisspeltDigits(line, isKnown)
  if (guess) return toTextLine(line, 'guess', [guess])
  const words = [...line.matchAll(/\S+/g)]
  const shortened = words.find(([word]) => hasLostDigits(word))
  if (shortened) {
    const [word] = shortened
    const start = shortened.index
    return toTextLine(line, 'shortened', [
      { text: word, keys: [], start, end: start + word.length },
    ])
  }
  const unknown = findUnknownCode(line)
  return unknown ? toTextLine(line, 'unknown', [unknown]) : null
}

/** Marks of lists and quoted mails: `- `, `* `, `> `, `1. `, `2) `. */
const LIST_MARK = /^(?:[>*•·–—-] ?|\(?\d{1,3}[.)] +)+/

function toTextLine(line: string, state: TextLine['state'], codes: FoundCode[]): TextLine {
  const inOrder = codes.toSorted((a, b) => a.start - b.start)
  const { text: code = '', start = 0 } = inOrder[0] ?? {}
  const { end = 0 } = inOrder.at(-1) ?? {}
  const before = toWords(line.slice(Math.max(0, start - ITEM_LENGTH_MAXIMUM), start))
  const after = toWords(line.slice(end, end + ITEM_LENGTH_MAXIMUM))
  // Brackets around only the code would hide a quantity next to it.
  if (/^[([]/.test(before.at(-1) ?? '') && /^[)\]]/.test(after[0] ?? '')) {
    before.pop()
    after.shift()
  }
  return {
    state,
    code,
    keys: codes.flatMap(({ keys }) => keys),
    isQuantityUnclear: codes.length > 1 || line.length > ITEM_LENGTH_MAXIMUM,
    before,
    after,
  }
}

/** Splits a line into words and brackets. Omits punctuation. */
export function toWords(text: string): string[] {
  const words = text.match(/[()[\]]|[^\s()[\]|;:=]+/g) ?? []
  return words.filter((word) => /[\p{L}\p{N}×()[\]]/u.test(word))
}

/** Returns the first number of a line if it is a misspelt part number without FH. */
function findMisspeltDigits(line: string, isKnown: IsKnown): FoundCode | undefined {
  const pattern = /(?:^|\s)(\d{6,7}|\d{5}[ .-]+\d{1,2})(?=\s|$)/
  const first = pattern.exec(line) ?? ONLY_NUMBERS.exec(line)
  if (!first?.[1] || isProse(line)) return undefined
  const [, text] = first
  const keys = listPartNumberCorrections(toCodeKey(text)).filter(isKnown)
  const start = first[0].indexOf(text) + first.index
  return keys.length > 0 ? { text, keys, start, end: start + text.length } : undefined
}

/** A number, alone or followed by another number that may be its quantity: `33115 100`. */
const ONLY_NUMBERS = /^(\d{4,6})(?:(?: ?[:=] ?| )\d+)?$/

/** A short code and its quantity: `A12 5`, `B-7: 10`. */
const SHORT_CODE = /^(\p{L}{1,4}[-./]?\d{1,4})(?: ?[:=] ?| )\d{1,5}$/u

/** Headers, letterheads, signatures and order data, in which unknown codes are not read. */
const PROSE = [
  /^(?:from|to|cc|subject|date|sent|von|an|betreff|gesendet|datum|de|à|objet|envoyé|da|a|oggetto|inviato) ?:/i,
  /(?:^|[^\p{L}])(?:tel|tél|telefon|phone|fax|mobil|mobile|handy|iban|bic|ust|vat|siret|p\.iva|www|https?|order no|our order|customer|kundennummer|bestellung|commande|ordine|lieferung|packing list|lieferschein|ship to|gmbh|ltd|sarl|srl|street|lane|road|rue|via)(?!\p{L})/iu,
  /(?:^|[^\p{L}])(?:january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)(?!\p{L})/iu,
  /\S@\S|straße|strasse/i,
]

/** Returns the likely code or name of a part, if the line looks like an item of an order. */
function findUnknownCode(line: string): FoundCode | undefined {
  if (isProse(line)) return undefined
  const words = [...line.matchAll(/[^\s,;:|()[\]{}"=]+/g)]
  const pairs = [...line.matchAll(/(?<!\S)\p{L}{1,3} \d[\w.-]*/gu)]
  const code = [...words, ...pairs]
    .map(({ 0: text, index }) => ({ text, keys: [], start: index, end: index + text.length }))
    .find(
      ({ text, start, end }) => isCodeLike(text) && isItem(line.slice(0, start), line.slice(end)),
    )
  if (code) return code
  const [, text] = ONLY_NUMBERS.exec(line) ?? SHORT_CODE.exec(line) ?? []
  if (text) return { text, keys: [], start: 0, end: text.length }
  const isArticle = findLabelled(toWords(line)).length > 0
  // The whole line stands before the code, so that its quantity is found.
  return isArticle ? { text: line, keys: [], start: line.length, end: line.length } : undefined
}

/** Returns whether a code between these texts is an item: only numbers precede it, or it has a quantity. */
function isItem(textBefore: string, textAfter: string): boolean {
  const [before, after] = [toWords(textBefore), toWords(textAfter)]
  return (
    before.every((word) => readNumber(word) !== undefined) ||
    findLabelled(before).length > 0 ||
    findLabelled(after).length > 0 ||
    (before.length < 4 && parseNumber(findNumberAt({ before, after }, 'after') ?? '') !== undefined)
  )
}

/** Returns whether a line belongs to a letterhead, a signature or order data, or is too long. */
export function isProse(line: string): boolean {
  return line.length > ITEM_LENGTH_MAXIMUM || PROSE.some((pattern) => pattern.test(line))
}

/**
 * True for at least five letters and digits with at least three digits, and for 7 to 14 digits. False for dates, amounts
 * and quantities.
 */
function isCodeLike(text: string): boolean {
  if (/^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$/.test(text)) return false
  if (/[.,]/.test(text) && parseNumber(text) !== undefined) return false
  const key = toCodeKey(text)
  const digits = key.match(/\d/g)?.length ?? 0
  if (/^\d+$/.test(key)) return key.length >= 7 && key.length <= 14
  return digits >= 3 && key.length >= 5 && /[A-Z]/.test(key) && readQuantity(text) === null
}
