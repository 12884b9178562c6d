/** What a column title announces. */
export type HeadingKind = 'code' | 'gtin' | 'quantity' | 'name' | 'other'

/** The first match counts: `Mindestbestellmenge` is no quantity, `Unit price` is a price. */
const TITLES: [HeadingKind, RegExp][] = [
  [
    'other',
    /price|preis|prix|prezzo|precio|prijs|pris\b|\bpu\b|\bep\b|\bgp\b|total|summe|gesamt|amount|betrag|montant|importo|subtotal/,
  ],
  [
    'other',
    /stock|bestand|lager|verfug|available|availab|disponib|giacenza|moq|\bmin\b|min order|minim|mindest|mini\b|lotto|\bpack|vpe|verpack|condition|colis|confez|imballo|carton|karton/,
  ],
  [
    'other',
    /deliver(?:ed|y)|shipped|geliefert|liefer|livr|consegn|backorder|ruckstand|rest\b|weight|gewicht|poids|peso|hs code|tariff|zoll|warennummer|douan|dogan|\bdate\b|datum|\bdata\b|termin|required by|fallig/,
  ],
  [
    'other',
    /vat\b|\btax|mwst|\bust\b|\btva\b|\biva\b|disc|rabatt|remise|sconto|brand|marke|marque|marca|marchio|hersteller|manufacturer|fabricant|\bmake\b|currency|wahrung|status|shipping|billing|payment|email|phone|address|compare at|coupon|refunded/,
  ],
  [
    'other',
    /order (?:no|number|id|status)|po number|document|beleg|auftrag|bestell nr kunde|n commande|n ordine|kunde|customer/,
  ],
  ['gtin', /\bean|gtin|barcode|code barres|gencod|codice a barre|\bupc/],
  [
    'quantity',
    /qty|quant|menge|anzahl|\bstuck|\bstk\b|\bqte|\bqta|q ta|\bpcs\b|pieces\b|pezzi|ordered|\bnombre\b|cantidad|aantal|antal|maara|ilosc|mnozstvi|\bunits\b/,
  ],
  [
    'name',
    /description|bezeichnung|beschreibung|designation|libelle|descrizione|denominazione|omschrijving|\bname\b|\btitle\b|^product$|^produkt$|^prodotto$|^produit$|^text$|^part$|benamning|kurztext/,
  ],
  [
    'code',
    /sku|item (?:no|number|code)|part (?:no|number|code)?$|product (?:code|no|number)|article|artikel|art n|articolo|reference|\bref\b|codice|\bcod\b|\bcode\b|bestellnummer|best nr|teilenummer|material|item$|\bmpn\b|referencia|artikl|kod\b/,
  ],
  [
    'other',
    /^(?:pos|position|line|line no|no|nr|n|lfd nr|ligne|riga|unit|uom|um|u m|me|einheit|mengeneinheit|unite|unita|u|note|notes|remark|remarque|comment|commentaire|bemerkung|notiz|hinweis|osservazioni|commande|ordine|order|)$/,
  ],
]

const MAX_TITLE_LENGTH = 40

/** Returns what a column title announces. Null for a text that is no title. */
export function readHeading(cell: string): HeadingKind | null {
  if (cell === '' || cell.length > MAX_TITLE_LENGTH || /\d{2}/.test(cell)) return null
  const title = cell
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return TITLES.find(([, pattern]) => pattern.test(title))?.[0] ?? null
}

/** Returns whether a row has column titles: most cells are titles, and one of code, quantity or name. */
export function isHeadingRow(cells: string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const kinds = filled.map(readHeading)
  const titles = kinds.filter((kind) => kind !== null)
  return titles.some((kind) => kind !== 'other') && titles.length >= filled.length * 0.6
}

/** Returns whether a text starts like the label of a sum. */
export function isTotalLabel(cell: string): boolean {
  return /^(?:(?:sub|grand |net |sous-|sub-)?tota(?:l|le|ux)\b|subtotale\b|(?:zwischen|gesamt)?summe\b|gesamt(?:betrag|summe|preis)?\b|carried forward|brought forward|übertrag|à reporter|a reporter|report\b|riporto\b|somma\b|subtotaal|totaal)/i.test(
    cell,
  )
}
