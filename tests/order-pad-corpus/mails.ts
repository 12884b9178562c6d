import { formatNumber, pickNumberFormat } from './cell-formats.ts'
import type { CorpusPart } from './corpus-parts.ts'
import { type CodeKind, createOrderLines, pickDamage } from './create-order-lines.ts'
import { type ExpectedRow, SKIPPED } from './expected-row.ts'
import type { Random } from './random.ts'
import { type Language, UNITS } from './vocabulary.ts'

export type MailLanguage = Exclude<Language, 'es' | 'nl'>

/** A line of text with its expected result. */
interface MailLine {
  text: string
  expected: ExpectedRow
}

type LineStyle = (code: string, quantity: string, name: string, unit: string, n: number) => string

/** How customers write a line of an order. */
const STYLES: Record<MailLanguage, LineStyle[]> = {
  en: [
    (code, quantity, name) => `${quantity}x ${code} ${name}`,
    (code, quantity) => `${quantity} x ${code}`,
    (code, quantity) => `${code} x${quantity}`,
    (code, quantity) => `${code} x ${quantity}`,
    (code, quantity, _, unit) => `${code} - ${quantity} ${unit}`,
    (code, quantity, name, unit) => `- ${quantity} ${unit} ${code} (${name})`,
    (code, quantity) => `* ${code}: ${quantity}`,
    (code, quantity) => `${code} ..... ${quantity}`,
    (code, quantity, _, __, n) => `${n}) ${code}, ${quantity} pieces`,
    (code, quantity, name) => `${code} ${name} - qty ${quantity}`,
    (code, quantity) => `${quantity} pcs. of ${code}`,
    (code, quantity) => `${code} qty: ${quantity}`,
    (code, quantity) => `${code} (${quantity})`,
    (code, quantity, name) => `${quantity} ${code} ${name}`,
    (code, quantity) => `Part no. ${code}, quantity ${quantity}`,
    (code, quantity) => `${code} ${quantity} pcs @ 5.72`,
    (code, quantity) => `${quantity} off ${code}`,
    (code, quantity) => `${code} = ${quantity}`,
    (code, quantity) => `${code}, ${quantity}`,
    (code, quantity) => `please add ${quantity} pcs of ${code}, thanks`,
    (code, quantity) => `• ${code}\t${quantity}`,
    (code, quantity, name, _, n) => `${n}. ${quantity} × ${code} – ${name}`,
  ],
  de: [
    (code, quantity) => `${quantity} Stk ${code}`,
    (code, quantity) => `${code} - ${quantity} Stk`,
    (code, quantity) => `${code}, ${quantity} Stück`,
    (code, quantity, name) => `${quantity} St. ${code} ${name}`,
    (code, quantity) => `Art.-Nr. ${code}: ${quantity} Stück`,
    (code, quantity) => `${code} Menge: ${quantity}`,
    (code, quantity, _, __, n) => `${n}. ${code} (${quantity} Stk.)`,
    (code, quantity, name) => `${quantity}× ${code} ${name}`,
    (code, quantity) => `Wir brauchen ${quantity} Stück von ${code}`,
    (code, quantity) => `- ${code}: ${quantity}`,
    (code, quantity, name) => `${quantity}x ${code} ${name}`,
    (code, quantity, name, unit) => `${code} ${name} ${quantity} ${unit}`,
    (code, quantity) => `je ${quantity} Stück ${code}`,
    (code, quantity) => `und dann noch ${quantity} Stk. ${code} bitte`,
    (code, quantity) => `${code}\t${quantity} St.`,
  ],
  fr: [
    (code, quantity) => `${quantity} pièces ${code}`,
    (code, quantity) => `${code} : ${quantity} pcs`,
    (code, quantity) => `${code} x ${quantity}`,
    (code, quantity) => `Réf. ${code} - quantité ${quantity}`,
    (code, quantity) => `${quantity} unités de la réf. ${code}`,
    (code, quantity, name) => `- ${quantity} x ${code} ${name}`,
    (code, quantity) => `${code} / ${quantity} pces`,
    (code, quantity) => `${code} Qté : ${quantity}`,
  ],
  it: [
    (code, quantity) => `${quantity} pz ${code}`,
    (code, quantity) => `n. ${quantity} ${code}`,
    (code, quantity) => `${code} - ${quantity} pezzi`,
    (code, quantity) => `Cod. ${code} q.tà ${quantity}`,
    (code, quantity) => `nr. ${quantity} pz. cod. ${code}`,
    (code, quantity, name) => `${quantity} x ${code} ${name}`,
    (code, quantity) => `${code}: ${quantity} pz`,
    (code, quantity) => `${code} quantità: ${quantity}`,
  ],
}

const OPENINGS: Record<MailLanguage, string[][]> = {
  en: [
    ['Hello,', '', 'please send us the following parts by 12 March 2026:', ''],
    ['Hi Anna', '', 'Our order no. PO-2026-0117, customer no. 104417', ''],
    [
      'From: Tom Reed <tom@reedcycles.example>',
      'Date: Mon, 2 Mar 2026 09:14',
      'Subject: order',
      '',
    ],
    ['Dear team,', 'thanks for the quick delivery last week. Today we need:', ''],
    [],
  ],
  de: [
    ['Guten Tag Frau Meier,', '', 'wir bestellen zur Lieferung bis 12.03.2026:', ''],
    ['Hallo zusammen,', '', 'unsere Bestellung Nr. 2026-0117, Kundennummer 104417', ''],
    ['Von: Werkstatt Nord <info@werkstatt-nord.example>', 'Gesendet: Montag, 2. März 2026', ''],
    ['Sehr geehrte Damen und Herren,', 'bitte liefern Sie uns folgende Artikel:', ''],
    [],
  ],
  fr: [
    ['Bonjour,', '', 'merci de nous livrer avant le 12/03/2026 :', ''],
    ['Madame, Monsieur,', 'voici notre commande n° 2026-0117 :', ''],
    [],
  ],
  it: [
    ['Buongiorno,', '', 'vi ordiniamo quanto segue, consegna entro il 12/03/2026:', ''],
    ['Gentili signori,', 'ordine n. 2026/117 del 2 marzo 2026', ''],
    [],
  ],
}

const CLOSINGS: Record<MailLanguage, string[][]> = {
  en: [
    [
      '',
      'Kind regards',
      'Tom Reed',
      'Reed Cycles Ltd, 14 Mill Lane, Leeds LS1 4AP',
      'Tel. +44 113 496 0117',
    ],
    ['', 'Thanks!', 'Tom', '', 'Sent from my iPhone'],
    ['', 'Please confirm. Best, Sue', '--', 'VAT GB 123 4567 89', 'www.reedcycles.example'],
    [],
  ],
  de: [
    [
      '',
      'Mit freundlichen Grüßen',
      'Jana Holt',
      'Werkstatt Nord GmbH',
      'Hafenstraße 12, 28195 Bremen',
      'Tel.: 0421 / 49 60 117',
      'USt-IdNr. DE123456789',
    ],
    ['', 'Viele Grüße', 'Jana', '', 'Mobil 0151 4960117'],
    ['', 'Danke und Gruß', 'IBAN DE02 1203 0000 0000 2020 51'],
    [],
  ],
  fr: [
    ['', 'Cordialement,', 'Luc Martin', '12 rue du Port, 44000 Nantes', 'Tél. 02 40 12 34 56'],
    ['', 'Merci et bonne journée', 'SIRET 123 456 789 00012'],
    [],
  ],
  it: [
    [
      '',
      'Cordiali saluti',
      'Paolo Riva',
      'Via Roma 12, 20121 Milano',
      'Tel. 02 1234567',
      'P.IVA 01234567890',
    ],
    ['', 'Grazie', 'Paolo'],
    [],
  ],
}

/** Units of packs that the shop cannot convert to pieces. */
const PACKS: Record<MailLanguage, string[]> = {
  en: ['boxes', 'cartons'],
  de: ['Karton', 'VPE'],
  fr: ['cartons', 'boîtes'],
  it: ['scatole', 'cartoni'],
}

/** Creates a mail with an order: header, greeting, lines, signature. */
export function createMail(
  random: Random,
  parts: CorpusPart[],
  language: MailLanguage,
  codeKind: CodeKind,
): MailLine[] {
  const damage = pickDamage(random)
  const format = pickNumberFormat(random, language)
  const lines = createOrderLines(random, random.int(3, 25), {
    parts,
    codeKind,
    damage,
    language,
    isSpreadsheet: false,
  })
  const styles = STYLES[language]
  const mainStyle = random.pick(styles)
  const isMixed = random.chance(0.3)
  const unit = random.pick(UNITS[language].filter((one) => one.length > 1))
  const items = lines.map((line, n): MailLine => {
    const expected: ExpectedRow = {
      state: line.state,
      sku: line.part?.sku ?? null,
      quantity: line.quantity,
      isUnclear: false,
    }
    if (line.quantity === null) return { text: `${line.code} ${line.name}`, expected }
    const code = line.code
    if (random.chance(0.02)) {
      const text = `${code} - ${random.int(2, 9)} ${random.pick(PACKS[language])}`
      return { text, expected: { ...expected, quantity: null, isUnclear: true } }
    }
    const write = isMixed ? random.pick(styles) : mainStyle
    const quantity = formatNumber(line.quantity, format)
    return { text: write(code, quantity, line.name, unit, n + 1), expected }
  })
  const prefix = random.chance(0.1) ? '> ' : ''
  const spaced = random.chance(0.15)
    ? items.flatMap((item) => [item, { text: '', expected: SKIPPED }])
    : items
  const prose = (texts: string[]) => texts.map((text) => ({ text, expected: SKIPPED }))
  return [
    ...prose(random.pick(OPENINGS[language])),
    ...spaced.map(({ text, expected }) => ({ text: text && prefix + text, expected })),
    ...prose(random.pick(CLOSINGS[language])),
  ]
}
