import type { QueryData } from './api/query-data.ts'
import type { PageSettings } from './shell/settings.ts'

export interface Assets {
  styles: string[]
  /** The theme's script, which must run before the first paint, and the entry. */
  scripts: string[]
  preloads: { href: string; as: string; type?: string; crossorigin?: boolean }[]
  /** What a screen needs beyond them, by the module that is loaded for it. */
  screens: Record<string, { styles: string[]; scripts: string[] }>
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
  ...assets.scripts.filter(isBlocking).map((src) => `<script src="${text(src)}"></script>`),
  ...assets.styles.map((href) => `<link rel="stylesheet" href="${text(href)}">`),
  ...assets.preloads.map(preload),
  '<link rel="icon" type="image/svg+xml" href="/drawings/house/mark.svg">',
  '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfdfe">',
  '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151a24">',
  hidden ? '<meta name="robots" content="noindex">' : '',
  /<title>/.test(head) ? '' : '<title>Freehub</title>',
  head,
]
  .filter(Boolean)
  .join('\n')}
</head>
<body>
<div id="root">${body}</div>
<script type="application/json" id="settings">${json(settings)}</script>
<script type="application/json" id="query-data">${json(data)}</script>
${assets.scripts
  .filter((src) => !isBlocking(src))
  .map((src) => `<script type="module" src="${text(src)}"></script>`)
  .join('\n')}
</body>
</html>
`
}

/** React puts title, meta and link in front of what it rendered; they belong into the head. */
function partHead(root: string): [head: string, body: string] {
  const tags = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(root)?.[0] ?? ''
  return [tags, root.slice(tags.length)]
}

function isBlocking(src: string): boolean {
  return /\/theme-script-[\w-]+\.js$/.test(src)
}

function preload({ href, as, type, crossorigin }: Assets['preloads'][number]): string {
  if (as === 'script') return `<link rel="modulepreload" href="${text(href)}">`
  const kind = type ? ` type="${text(type)}"` : ''
  const cross = crossorigin || as === 'font' ? ' crossorigin' : ''
  return `<link rel="preload" as="${text(as)}"${kind} href="${text(href)}"${cross}>`
}

/** JSON inside a script element: what could end the element is escaped. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
