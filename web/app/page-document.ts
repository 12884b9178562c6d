import type { QueryData } from '../api/query-data.ts'
import type { PageSettings } from '../settings.ts'

export interface Assets {
  styles: string[]
  fonts: string[]
  /** Runs before the first paint, and loads the modules after it: the entry, and all that it imports. */
  start?: { script: string; modules: string[] }
  /** Scripts that load by themselves, while the pages are being worked on. */
  sources: string[]
  /** What a screen needs beyond them, by the module that is loaded for it. */
  screens: Record<string, { styles: string[]; modules: string[] }>
}

interface Page {
  /** What React rendered, with the tags that belong into the head in front. */
  root: string
  data: QueryData
  settings: PageSettings
  assets: Assets
  /** Not for search engines. */
  hidden: boolean
}

/** The document around a rendered page. */
export function pageDocument({ root, data, settings, assets, hidden }: Page): string {
  const [head, body] = partHead(root)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${[
  assets.start ? headScript(assets.start) : '',
  ...assets.styles.map((href) => `<link rel="stylesheet" href="${text(href)}">`),
  ...assets.fonts.map(preloadFont),
  '<link rel="icon" type="image/svg+xml" href="/drawings/house/mark.svg">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/manifest.webmanifest">',
  '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfdfe">',
  '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151a24">',
  hidden ? '<meta name="robots" content="noindex">' : '',
  /<title>/.test(head) ? '' : '<title>Freehub</title>',
  head,
  ...previews,
]
  .filter(Boolean)
  .join('\n')}
</head>
<body>
<div id="root">${body}</div>
<script type="application/json" id="settings">${json(settings)}</script>
<script type="application/json" id="query-data">${json(data)}</script>
${assets.sources.map((src) => `<script type="module" src="${text(src)}"></script>`).join('\n')}
</body>
</html>
`
}

/** What every page says to who shows a link to it; its own words stand before, in its head. */
const previews = [
  '<meta property="og:image:width" content="1200">',
  '<meta property="og:image:height" content="630">',
  '<meta property="og:type" content="website">',
  '<meta property="og:site_name" content="Freehub">',
  '<meta property="og:locale" content="en_US">',
  '<meta name="twitter:card" content="summary_large_image">',
]

/** React puts title, meta and link in front of what it rendered; they belong into the head. */
function partHead(root: string): [head: string, body: string] {
  const tags = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(root)?.[0] ?? ''
  return [tags, root.slice(tags.length)]
}

function headScript({ script, modules }: NonNullable<Assets['start']>): string {
  return `<script src="${text(script)}" data-modules="${text(modules.join(' '))}"></script>`
}

function preloadFont(href: string): string {
  return `<link rel="preload" as="font" type="font/woff2" href="${text(href)}" crossorigin>`
}

/** JSON inside a script element: what could end the element is escaped. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
