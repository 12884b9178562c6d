/** The content of a column, according to its heading. */
export type HeadingKind = 'code' | 'gtin' | 'quantity' | 'name' | 'other'

/** The first matching pattern counts, so that `Mindestbestellmenge` (minimum order) is not a quantity. */
const HEADINGS: [HeadingKind, RegExp][] = [
  [
    'other',
    /price|preis|prix|prezzo|precio|prijs|pris\b|importe|bedrag|totaal|\bpu\b|\bep\b|\bgp\b|total|summe|gesamt|amount|betrag|montant|importo|subtotal/,
  ],
  [
    'other',
    /stock|bestand|lager|voorraad|existencia|verfug|available|availab|disponib|giacenza|moq|\bmin\b|min order|minim|mindest|mini\b|lotto|\bpack|vpe|verpack|condition|colis|confez|imballo|embalaje|por caja|carton|karton/,
  ],
  [
    'other',
    /deliver(?:ed|y)|shipped|geliefert|liefer|livr|consegn|gelever|entreg|servid|leverdatum|nalever|pendiente|reliquat|residuo|inevaso|\boffen|\bopen\b|backorder|ruckstand|reste?\b|weight|gewicht|poids|peso|hs code|tariff|zoll|warennummer|douan|dogan|arancel|goederen|\bdate\b|datum|\bdata\b|fecha|termin|required by|fallig/,
  ],
  [
    'other',
    /vat\b|\btax|mwst|\bust\b|\btva\b|\bbtw\b|\bdto\b|descuento|korting|\bmerk\b|fabrikant|\biva\b|disc|rabatt|remise|sconto|brand|marke|marque|marca|marchio|hersteller|manufacturer|fabricant|\bmake\b|currency|wahrung|status|shipping|billing|payment|email|phone|address|compare at|coupon|refunded/,
  ],
  [
    'other',
    /order (?:no|number|id|status)|po number|document|beleg|auftrag|bestell nr kunde|n commande|n ordine|pedido|ordernummer|kunde|customer/,
  ],
  ['gtin', /\bean|gtin|barcode|code barres|codigo de barras|streepjes|gencod|codice a barre|\bupc/],
  [
    'quantity',
    /qty|quant|menge|anzahl|\bstuck|\bstk\b|\bqte|\bqta|q ta|\bpcs\b|pieces\b|pezzi|ordered|\bnombre\b|cantidad|\bcant\b|aantal|hoeveelheid|\bstuks\b|\buds\b|unidades|antal|maara|ilosc|mnozstvi|\bunits\b/,
  ],
  [
    'name',
    /description|bezeichnung|beschreibung|designation|libelle|descrizione|denominazione|omschrijving|beschrijving|descripcion|\bnaam\b|^producto$|\bname\b|\btitle\b|^product$|^produkt$|^prodotto$|^produit$|^text$|^part$|benamning|kurztext/,
  ],
  [
    'code',
    /sku|item (?:no|number|code)|part (?:no|number|code)?$|product (?:code|no|number)|article|artikel|art n|articolo|reference|\bref\b|codice|\bcod\b|\bcode\b|bestellnummer|best nr|teilenummer|material|item$|\bmpn\b|referencia|articulo|codigo|bestelnummer|artikl|kod\b/,
  ],
  [
    'other',
    // A heading without letters and digits, such as `#`, becomes an empty text.
    /^(?:pos|position|line|line no|no|nr|n|lfd nr|ligne|riga|unit|uom|um|u m|me|einheit|mengeneinheit|unite|unita|u|note|notes|remark|remarque|comment|commentaire|bemerkung|notiz|hinweis|osservazioni|observaciones|nota|opmerking|notitie|eenheid|eh|unidad|regel|linea|commande|ordine|order|)$/,
  ],
]

const MAX_HEADING_LENGTH = 40

/** Headings do not start with a digit and have no two digits in a row. Codes and quantities do. */
function mayBeHeading(cell: string): boolean {
  return cell !== '' && cell.length <= MAX_HEADING_LENGTH && !/^\d|\d{2}/.test(cell)
}

/** Returns the content of the column below a heading. Null for a text that is not a heading. */
export function readHeading(cell: string): HeadingKind | null {
  if (!mayBeHeading(cell)) return null
  const heading = cell
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return HEADINGS.find(([, pattern]) => pattern.test(heading))?.[0] ?? null
}

/** Returns whether most cells are headings, including one for codes, quantities or names. */
export function hasHeadings(cells: string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const min = filled.length * 0.6
  if (filled.filter(mayBeHeading).length < min) return false
  const kinds = filled.map(readHeading)
  const headings = kinds.filter((kind) => kind !== null)
  return headings.some((kind) => kind !== 'other') && headings.length >= min
}

/** Returns whether a text starts like the label of a sum. */
export function isTotalLabel(cell: string): boolean {
  return /^(?:(?:sub|grand |net |sous-|sub-)?tota(?:l|le|ux)\b|subtotale\b|(?:zwischen|gesamt)?summe\b|gesamt(?:betrag|summe|preis)?\b|carried forward|brought forward|übertrag|à reporter|a reporter|report\b|riporto\b|somma\b|suma\b|subtotaal|totaal)/i.test(
    cell,
  )
}

/** A tax, with or without its rate, or the label of an order number. */
const TAX_OR_ORDER =
  /^(?:\+ ?|zzgl\.? |plus )?(?:\d[\d.,]* ?% )?(?:mwst|ust|vat|(?:sales )?tax|tva|iva|btw)\.?(?: ?:| ?\(?\d[\d.,]* ?%.*)?$|^po(?: (?:no|nr|number))?\.? ?:?$/i

/** Returns whether a cell is the label of a sum, a tax or an order number. */
export function isTotalCell(cell: string): boolean {
  return isTotalLabel(cell) || TAX_OR_ORDER.test(cell)
}
