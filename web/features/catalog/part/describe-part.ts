import { isSoldOut, type Part, type PartDetails } from '@freehub/contract/catalog/parts'
import { paths } from '../../../paths.ts'
import { attributeTable } from './part-attributes.ts'
import { previewPicture } from './preview-picture.ts'

interface DescribedPart {
  part: Part
  details: PartDetails | undefined
  /** Where the shop is reached: addresses in the description are whole. */
  origin: string
  /** The shop, as schema.org has it. */
  seller: object
}

/** Pieces and grams, as UN/ECE numbers units. */
const PIECES = 'C62'
const GRAMS = 'GRM'

/** A part as schema.org has it: the product with its offer, and the way to its page. */
export function describePart(described: DescribedPart) {
  return { '@context': 'https://schema.org', '@graph': [product(described), crumbs(described)] }
}

function product({ part, details, origin, seller }: DescribedPart) {
  const { sku, family, weightGrams, attributes = {} } = details ?? {}
  return {
    '@type': 'Product',
    name: part.name,
    description: part.description,
    url: pageOf(part, origin),
    image: pictureOf(part, details, origin),
    brand: { '@type': 'Brand', name: 'Freehub' },
    ...(sku && { sku, mpn: sku }),
    ...(family && { category: family }),
    ...(weightGrams && { weight: { ...quantity(GRAMS), value: weightGrams } }),
    additionalProperty: attributeTable(attributes).map(({ label, value }) => ({
      '@type': 'PropertyValue',
      name: label,
      value,
    })),
    offers: offer(part, origin, seller),
  }
}

/** At the price that is charged in any quantity: larger steps are for an offer by mail. */
function offer(part: Part, origin: string, seller: object) {
  return {
    '@type': 'Offer',
    url: pageOf(part, origin),
    price: part.price.toFixed(2),
    priceCurrency: 'USD',
    availability: `https://schema.org/${isSoldOut(part) ? 'OutOfStock' : 'InStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    eligibleQuantity: { ...quantity(PIECES), minValue: part.minimumOrder },
    seller,
  }
}

function crumbs({ part, details, origin }: DescribedPart) {
  const { family, familySlug } = details ?? {}
  const steps = [
    { name: 'Bicycle Parts', path: paths.allParts },
    ...(family && familySlug
      ? [{ name: family, path: paths.partsWanted({ families: [familySlug] }) }]
      : []),
    { name: part.name, path: paths.part(part._id) },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + path,
    })),
  }
}

const pageOf = (part: Part, origin: string) => origin + paths.part(part._id)

const quantity = (unitCode: string) => ({ '@type': 'QuantitativeValue', unitCode })

/** The drawing as a picture that search engines can show; of parts without one, what the admin gave. */
function pictureOf(part: Part, details: PartDetails | undefined, origin: string) {
  const picture = previewPicture(part, details) ?? part.img
  return URL.canParse(picture, origin) ? new URL(picture, origin).href : undefined
}
