import type { QueryData } from '../api/query-client.ts'
import type { PageSettings } from '../page-settings.ts'
import { serializeForScript } from '../ui/page/structured-data.tsx'

export interface Assets {
  styles: string[]
  fonts: string[]
  /** The code that runs before the first paint, and the modules that it loads later: the entry and its imports. */
  start?: { script: string; modules: string[] }
  /** Scripts that the page loads itself; only in development. */
  sources: string[]
  /** Additional assets of lazy screens, by module path. */
  screens: Record<string, { styles: string[]; modules: string[] }>
}

interface Page {
  /** React's output. It starts with the tags for the head. */
  root: string
  data: QueryData
  settings: PageSettings
  assets: Assets
  noIndex: boolean
}

/** Renders the HTML document around React's output, with the data that hydration needs. */
export function renderDocument({ root, data, settings, assets, noIndex }: Page): string {
  const [head, body] = splitHead(root)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${[
  assets.start ? renderHeadScript(assets.start) : '',
  ...assets.styles.map((href) => `<link rel="stylesheet" href="${escapeAttribute(href)}">`),
  ...assets.fonts.map(renderFontPreload),
  '<link rel="icon" type="image/svg+xml" href="/drawings/house/mark.svg">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/manifest.webmanifest">',
  '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfdfe">',
  '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#151a24">',
  noIndex ? '<meta name="robots" content="noindex">' : '',
  /<title>/.test(head) ? '' : '<title>Freehub</title>',
  head,
  ...socialPreviewTags,
]
  .filter(Boolean)
  .join('\n')}
</head>
<body>
<div id="root">${body}</div>
<script type="application/json" id="settings">${serializeForScript(settings)}</script>
<script type="application/json" id="query-data">${serializeForScript(data)}</script>
${assets.sources.map((src) => `<script type="module" src="${escapeAttribute(src)}"></script>`).join('\n')}
</body>
</html>
`
}

/** Tags for link previews that are equal on all pages. `PageMetadata` adds the others. */
const socialPreviewTags = [
  '<meta property="og:image:width" content="1200">',
  '<meta property="og:image:height" content="630">',
  '<meta property="og:type" content="website">',
  '<meta property="og:site_name" content="Freehub">',
  '<meta property="og:locale" content="en_US">',
  '<meta name="twitter:card" content="summary_large_image">',
]

/** Separates the tags for the head: React places title, meta and link tags before its output. */
function splitHead(root: string): [head: string, body: string] {
  const tags = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)*/.exec(root)?.[0] ?? ''
  return [tags, root.slice(tags.length)]
}

/** Inlines the script, so that it runs even if no other script can be loaded. It then explains the failure. */
function renderHeadScript({ script, modules }: NonNullable<Assets['start']>): string {
  return `<script data-modules="${escapeAttribute(modules.join(' '))}">${script}</script>`
}

function renderFontPreload(href: string): string {
  return `<link rel="preload" as="font" type="font/woff2" href="${escapeAttribute(href)}" crossorigin>`
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
