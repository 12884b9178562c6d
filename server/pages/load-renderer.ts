import { readFile } from 'node:fs/promises'
import type { ShopSettings } from '@freehub/contract/settings'

/** What the document links to, by the build's own hashed names. The theme's script comes first. */
export interface Assets {
  styles: string[]
  scripts: string[]
  preloads: { href: string; as: string; type?: string; crossorigin?: boolean }[]
}

/** Web's built entry, loaded by its path: the server imports nothing of the web. */
export interface Renderer {
  render(request: {
    url: string
    fetch: (path: string) => Promise<Response>
    settings: ShopSettings
    assets: Assets
  }): Promise<{ status: number; html: string; cacheable: boolean }>
}

const dist = new URL('../../web/dist/', import.meta.url)

/** Loads the built renderer and reads from Vite's manifest what its documents link to. */
export async function loadBuiltRenderer(): Promise<{ renderer: Renderer; assets: Assets }> {
  const entry = new URL('server/entry-server.js', dist)
  const manifest = new URL('client/.vite/manifest.json', dist)
  try {
    return {
      renderer: (await import(entry.href)) as Renderer,
      assets: assetsOf(JSON.parse(await readFile(manifest, 'utf8')) as Manifest),
    }
  } catch (error) {
    throw new Error('The pages are not built. Run `npm run build` first.', { cause: error })
  }
}

type Manifest = Record<
  string,
  { file: string; css?: string[]; assets?: string[]; imports?: string[] }
>

function assetsOf(manifest: Manifest): Assets {
  const entry = manifest['entry-client.tsx']
  const theme = manifest['shell/theme-script.ts']
  if (!entry || !theme) throw new Error('The manifest lacks an entry.')
  const imported = (entry.imports ?? []).flatMap((name) => manifest[name]?.file ?? [])
  const fonts = (entry.assets ?? []).filter((file) =>
    /\/(saira|archivo)-[\w-]{8}\.woff2$/.test(file),
  )
  return {
    styles: (entry.css ?? []).map(pathOf),
    scripts: [pathOf(theme.file), pathOf(entry.file)],
    preloads: [
      ...fonts.map((file) => ({ href: pathOf(file), as: 'font', type: 'font/woff2' })),
      ...imported.map((file) => ({ href: pathOf(file), as: 'script' })),
    ],
  }
}

const pathOf = (file: string) => `/${file}`
