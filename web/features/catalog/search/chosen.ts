import type { Family } from '@freehub/contract/catalog/parts'
import type { PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { formatDollars } from '@freehub/contract/money'

/** One thing that was chosen: what it is called, and what is wanted once it is given up. */
export interface Chosen {
  key: string
  name: string
  without: Partial<PartsWanted>
}

/** Everything that narrows the list, in the order in which the screen asks for it. */
export function chosenOf(wanted: PartsWanted, families: Family[] = []): Chosen[] {
  const { search, available, priceFrom, priceTo } = wanted
  const chosen: (Chosen | false)[] = [
    search !== '' && { key: 'search', name: `“${search}”`, without: { search: '' } },
    available && { key: 'available', name: 'Available now', without: { available: false } },
    (priceFrom !== undefined || priceTo !== undefined) && {
      key: 'price',
      name: priceInWords(priceFrom, priceTo),
      without: { priceFrom: undefined, priceTo: undefined },
    },
    ...wanted.families.map((slug) => ({
      key: `family-${slug}`,
      name: families.find((family) => family.slug === slug)?.name ?? slug.replaceAll('-', ' '),
      without: { families: wanted.families.filter((other) => other !== slug) },
    })),
  ]
  return chosen.filter((one) => one !== false)
}

/** What stays wanted when everything that was chosen is given up: the order alone. */
export const nothingChosen = {
  search: '',
  families: [],
  available: false,
  priceFrom: undefined,
  priceTo: undefined,
} satisfies Partial<PartsWanted>

function priceInWords(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `Up to ${formatDollars(to ?? 0)}`
  if (to === undefined) return `From ${formatDollars(from)}`
  return `${formatDollars(from)} to ${formatDollars(to)}`
}
