import { DRAWN_SKU } from '@freehub/contract/catalog/drawn-sku'
import { pagePaths, pages } from '@freehub/contract/pages'
import { escapeXml } from '@freehub/drawings/dimension-pen'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'

/** Catalog positions per file. The protocol allows 50,000 URLs, but smaller files fit the cache. */
export const MAX_PARTS_PER_FILE = 10_000

interface Site {
  db: Db
  origin: string
  maxPartsPerFile: number
}

/** Renders the sitemap, or an index of several files. A new part changes only the last of the files `parts-…`. */
export async function renderSitemap(site: Site): Promise<string> {
  const files = await listFileNumbers(site)
  const { origin } = site
  if (files.length > 1) {
    const names = ['pages', ...files.map((file) => `parts-${file}`)]
    return renderIndex(names.map((name) => `${origin}/sitemaps/${name}.xml`))
  }
  const parts = await Promise.all(files.map((file) => listPartUrls(site, file)))
  return renderUrlset([...(await listPageUrls(site)), ...parts.flat()])
}

/** Renders the file named `pages` or, for example, `parts-3`. Returns undefined if it would be empty. */
export async function renderSitemapFile(site: Site, name: string): Promise<string | undefined> {
  if (name === 'pages') return renderUrlset(await listPageUrls(site))
  const file = /^parts-([1-9]\d{0,5})$/.exec(name)?.[1]
  const parts = file ? await listPartUrls(site, Number(file)) : []
  return parts.length > 0 ? renderUrlset(parts) : undefined
}

/** Lists the numbers of non-empty files. Reads one part of each file. */
async function listFileNumbers({ db, maxPartsPerFile }: Site): Promise<number[]> {
  const selectFileAfter = (position: RawBuilder<unknown>) => sql`(
    select ((position - 1) / ${maxPartsPerFile}::bigint + 1)::int from parts
    where deleted_at is null and position > ${position} order by position limit 1)`
  const { rows } = await sql<{ file: number }>`
    with recursive files as (
      select ${selectFileAfter(sql`0`)} as file
      union all
      select ${selectFileAfter(sql`file * ${maxPartsPerFile}::bigint`)} from files where file is not null
    ) select file from files where file is not null`.execute(db)
  return rows.map(({ file }) => file)
}

interface SitemapUrl {
  loc: string
  image?: string | undefined
}

async function listPageUrls({ db, origin }: Site): Promise<SitemapUrl[]> {
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
    { loc: `${origin}/`, image: `${origin}/pictures/freehub.png` },
    { loc: `${origin}${pages.allParts}` },
    { loc: `${origin}${pages.blogs}` },
    ...families.map(({ slug }) => ({ loc: `${origin}${pages.allParts}?family=${slug}` })),
  ]
}

async function listPartUrls({ db, origin, maxPartsPerFile }: Site, file: number) {
  const parts = await db
    .selectFrom('parts')
    .select(['id', 'sku'])
    .select(sql<boolean>`drawing is not null`.as('hasDrawing'))
    .where('position', '>', (file - 1) * maxPartsPerFile)
    .where('position', '<=', file * maxPartsPerFile)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  return parts.map(({ id, sku, hasDrawing }) => ({
    loc: `${origin}${pagePaths.part(id)}`,
    image: hasDrawing && sku && DRAWN_SKU.test(sku) ? `${origin}/pictures/${sku}.png` : undefined,
  }))
}

const renderUrlset = (urls: SitemapUrl[]) =>
  `${XML_DECLARATION}<urlset ${SITEMAP_NAMESPACE} ${IMAGE_NAMESPACE}>\n${urls
    .map(
      ({ loc, image }) => `<url>${renderTag('loc', loc)}${image ? renderImage(image) : ''}</url>\n`,
    )
    .join('')}</urlset>\n`

const renderIndex = (files: string[]) =>
  `${XML_DECLARATION}<sitemapindex ${SITEMAP_NAMESPACE}>\n${files
    .map((file) => `<sitemap>${renderTag('loc', file)}</sitemap>\n`)
    .join('')}</sitemapindex>\n`

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SITEMAP_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const IMAGE_NAMESPACE = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

const renderImage = (url: string) => `<image:image>${renderTag('image:loc', url)}</image:image>`

const renderTag = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
