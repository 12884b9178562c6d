import { escaped } from '@freehub/drawings/pen'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'

/** So many parts are in one file. The protocol allows 50,000; these stay small enough to be kept. */
export const PARTS_IN_FILE = 10_000

interface Place {
  db: Db
  origin: string
  partsInFile: number
}

/**
 * The addresses of the shop for search engines: all in one file, or an index of several. A file
 * holds a fixed stretch of the catalogue's order, so that a new part changes but the last.
 */
export async function sitemap(place: Place): Promise<string> {
  const files = await listFiles(place)
  const { origin } = place
  if (files.length > 1) {
    const names = ['pages', ...files.map((file) => `parts-${file}`)]
    return sitemapIndex(names.map((name) => `${origin}/sitemaps/${name}.xml`))
  }
  const parts = await Promise.all(files.map((file) => listPartsOf(place, file)))
  return urlset([...(await listPages(place)), ...parts.flat()])
}

/** The file of this name, `pages` or `parts-3`; undefined when it would have nothing in it. */
export async function sitemapFile(place: Place, name: string): Promise<string | undefined> {
  if (name === 'pages') return urlset(await listPages(place))
  const file = /^parts-([1-9]\d{0,5})$/.exec(name)?.[1]
  const parts = file ? await listPartsOf(place, Number(file)) : []
  return parts.length > 0 ? urlset(parts) : undefined
}

/** The numbers of the files that have parts in them: one part of each is looked at. */
async function listFiles({ db, partsInFile }: Place): Promise<number[]> {
  const fileAfter = (position: RawBuilder<unknown>) => sql`(
    select ((position - 1) / ${partsInFile}::bigint + 1)::int from parts
    where deleted_at is null and position > ${position} order by position limit 1)`
  const { rows } = await sql<{ file: number }>`
    with recursive files as (
      select ${fileAfter(sql`0`)} as file
      union all
      select ${fileAfter(sql`file * ${partsInFile}::bigint`)} from files where file is not null
    ) select file from files where file is not null`.execute(db)
  return rows.map(({ file }) => file)
}

interface Address {
  loc: string
  picture?: string | undefined
}

/** The shop's own pages, and one for each family that has parts on sale. */
async function listPages({ db, origin }: Place): Promise<Address[]> {
  const families = await db
    .selectFrom('families')
    .select('slug')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('parts')
          .select('id')
          .whereRef('family_code', '=', 'families.code')
          .where('deleted_at', 'is', null),
      ),
    )
    .orderBy('code')
    .execute()
  return [
    { loc: `${origin}/`, picture: `${origin}/pictures/freehub.png` },
    { loc: `${origin}/allParts` },
    { loc: `${origin}/blogs` },
    ...families.map(({ slug }) => ({ loc: `${origin}/allParts?family=${slug}` })),
  ]
}

async function listPartsOf({ db, origin, partsInFile }: Place, file: number): Promise<Address[]> {
  const parts = await db
    .selectFrom('parts')
    .select(['id', 'sku'])
    .select(sql<boolean>`drawing is not null`.as('drawn'))
    .where('position', '>', (file - 1) * partsInFile)
    .where('position', '<=', file * partsInFile)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  return parts.map(({ id, sku, drawn }) => ({
    loc: `${origin}/allParts/${id}`,
    picture: drawn && sku ? `${origin}/pictures/${encodeURIComponent(sku)}.png` : undefined,
  }))
}

const urlset = (addresses: Address[]) =>
  `${START}<urlset ${PROTOCOL} ${IMAGES}>\n${addresses
    .map(({ loc, picture }) => `<url>${tag('loc', loc)}${picture ? image(picture) : ''}</url>\n`)
    .join('')}</urlset>\n`

const sitemapIndex = (files: string[]) =>
  `${START}<sitemapindex ${PROTOCOL}>\n${files
    .map((file) => `<sitemap>${tag('loc', file)}</sitemap>\n`)
    .join('')}</sitemapindex>\n`

const START = '<?xml version="1.0" encoding="UTF-8"?>\n'
const PROTOCOL = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const IMAGES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

const image = (address: string) => `<image:image>${tag('image:loc', address)}</image:image>`

const tag = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`
