import { isSoldOut, type Part, type PartDetails } from '@freehub/contract/catalog/parts'
import { photoJpegUrl } from '@freehub/contract/catalog/photo-url'
import { formatDollars, pluralize } from '@freehub/contract/money'
import { paths } from '../../../paths.ts'
import { parseDrawingUrl } from '../../../ui/drawing-url.ts'
import { formatAttributes } from './part-attributes.ts'

interface DescribedPart {
  part: Part
  details: PartDetails | undefined
  /** Prefix of all URLs, because structured data needs absolute URLs. */
  origin: string
  seller: object
}

/** Codes of units by UN/CEFACT. */
const PIECE_CODE = 'C62'
const GRAMS_CODE = 'GRM'

/** Describes a part as JSON-LD of schema.org: the product with its offer, and its breadcrumbs. */
export function buildPartJsonLd(described: DescribedPart) {
  return {
    '@context': 'https://schema.org',
    '@graph': [buildProduct(described), buildBreadcrumbs(described)],
  }
}

function buildProduct({ part, details, origin, seller }: DescribedPart) {
  const { sku, family, weightGrams, attributes = {} } = details ?? {}
  return {
    '@type': 'Product',
    name: part.name,
    description: part.description,
    url: partUrl(part, origin),
    image: pictureUrl(part, details, origin),
    brand: { '@type': 'Brand', name: 'Freehub' },
    ...(sku && { sku, mpn: sku }),
    ...(family && { category: family }),
    ...(weightGrams && { weight: { ...buildQuantity(GRAMS_CODE), value: weightGrams } }),
    additionalProperty: formatAttributes(attributes).map(({ label, value }) => ({
      '@type': 'PropertyValue',
      name: label,
      value,
    })),
    offers: buildOffer(part, details, origin, seller),
  }
}

/** Describes the price per unit without a quantity discount, and the quantities with this price. */
function buildOffer(part: Part, details: PartDetails | undefined, origin: string, seller: object) {
  const nextTier = details?.priceTiers[1]
  return {
    '@type': 'Offer',
    url: partUrl(part, origin),
    price: part.price.toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${isSoldOut(part) ? 'OutOfStock' : 'InStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    eligibleQuantity: {
      ...buildQuantity(PIECE_CODE),
      minValue: part.minimumOrder,
      ...(nextTier && { maxValue: nextTier.fromQuantity - 1 }),
    },
    seller,
  }
}

function buildBreadcrumbs({ part, details, origin }: DescribedPart) {
  const { family, familySlug } = details ?? {}
  const steps = [
    { name: 'Bicycle Parts', path: paths.allParts },
    ...(family && familySlug
      ? [{ name: family, path: paths.filteredParts({ families: [familySlug] }) }]
      : []),
    { name: part.name, path: paths.part(part._id) },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}

const partUrl = (part: Part, origin: string) => origin + paths.part(part._id)

const buildQuantity = (unitCode: string) => ({ '@type': 'QuantitativeValue', unitCode })

/** Returns the URL of a picture. Prefers formats that search engines can show. */
function pictureUrl(part: Part, details: PartDetails | undefined, origin: string) {
  const picture = getPreviewImage(part, details) ?? part.img
  return URL.canParse(picture, origin) ? new URL(picture, origin).href : undefined
}

/**
 * Returns the path of a part's preview image: the PNG of its drawing, or the JPEG of its photo. Returns undefined if
 * the part has no drawing and no photo.
 */
export function getPreviewImage(
  { img }: Part,
  details: Pick<PartDetails, 'sku'> | undefined,
): string | undefined {
  const sku = parseDrawingUrl(img)
  return sku !== undefined && sku === details?.sku ? `/pictures/${sku}.png` : photoJpegUrl(img)
}

const MIN_LENGTH = 50
const MAX_LENGTH = 160

/** Formats a part's meta description of 50 to 160 characters: name, price, minimum order, description. */
export function formatMetaDescription({ name, price, minimumOrder, description }: Part): string {
  const order = `${formatDollars(price)} per unit, minimum order ${pluralize(minimumOrder, 'piece', 'pieces')}.`
  const summary = truncate(`${truncate(name, 100)}: ${order} ${description}`.trim(), MAX_LENGTH)
  return summary.length < MIN_LENGTH ? `${summary} Straight from the maker, sold in bulk.` : summary
}

/** Collapses white space. Cuts a longer text to at most `maxLength` characters, if possible after a word. */
function truncate(text: string, maxLength: number): string {
  const singleLine = text.replaceAll(/\s+/g, ' ')
  if (singleLine.length <= maxLength) return singleLine
  const cut = [...singleLine.slice(0, maxLength)].slice(0, -1).join('')
  return `${cut.replace(/[\s,;:.]+\S{0,20}$/, '')}…`
}
