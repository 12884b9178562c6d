import type { Part } from '@freehub/contract/catalog/parts'
import { formatDollars } from '@freehub/contract/money'
import { counted } from '../../api/counted.ts'

const LEAST = 50
const MOST = 160

/** A part in one line for who finds it elsewhere: what it is, what it costs, how many at least. */
export function partInWords({ name, price, minimumOrder, description }: Part): string {
  const order = `${formatDollars(price)} per unit, minimum order ${counted(minimumOrder, 'piece', 'pieces')}.`
  const said = shortened(`${shortened(name, 100)}: ${order} ${description}`.trim(), MOST)
  return said.length < LEAST ? `${said} Straight from the maker, sold in bulk.` : said
}

/** A text of at most so many characters, cut between words where it has any. */
function shortened(text: string, most: number): string {
  const single = text.replaceAll(/\s+/g, ' ')
  if (single.length <= most) return single
  const cut = [...single.slice(0, most)].slice(0, -1).join('')
  return `${cut.replace(/[\s,;:.]+\S{0,20}$/, '')}…`
}
