import { readFile } from 'node:fs/promises'
import type { ShopSettings } from '@freehub/contract/settings'

/** What the document links to, by the build's own hashed names. */
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

/** Web's built entry, loaded by its path: the server imports nothing of the web. */
export interface Renderer {
  render(request: {
    url: string
    fetch: (path: string) => Promise<Response>
    settings: ShopSettings
    assets: Assets
  }): Promise<{ status: number; html: string; cacheable: boolean }>
}

const dist = new URL('../../../web/dist/', import.meta.url)

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

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  isDynamicEntry?: boolean
}
type Manifest = Record<string, Chunk>

function assetsOf(manifest: Manifest): Assets {
  const entry = manifest['app/entry-client.tsx']
  const head = manifest['app/head-script.ts']
  if (!entry || !head) throw new Error('The manifest lacks an entry.')
  const fonts = (entry.assets ?? []).filter((file) =>
    /\/(saira|archivo)-[\w-]{8}\.woff2$/.test(file),
  )
  const seen = new Set<string>()
  const modules = ['app/react-start.ts', 'app/entry-client.tsx']
    .flatMap((name) => withImports(manifest, name, seen))
    .map((name) => fileOf(manifest, name))
  return {
    styles: (entry.css ?? []).map(pathOf),
    fonts: fonts.map(pathOf),
    start: { script: pathOf(head.file), modules },
    sources: [],
    screens: screensOf(manifest, 'app/entry-client.tsx'),
  }
}

/** Of each module that is loaded when wanted, what comes with it that the entry has not brought. */
function screensOf(manifest: Manifest, entry: string): Assets['screens'] {
  const known = new Set(withImports(manifest, entry))
  const screens = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry)
  return Object.fromEntries(
    screens.map((name) => {
      const chunks = withImports(manifest, name)
        .filter((needed) => !known.has(needed))
        .map((needed) => manifest[needed] as Chunk)
      return [
        name,
        {
          styles: chunks.flatMap(({ css = [] }) => css.map(pathOf)),
          modules: chunks.map(({ file }) => pathOf(file)),
        },
      ]
    }),
  )
}

/** A module and all that it imports, each once and after what it imports itself. */
function withImports(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name) || !manifest[name]) return []
  seen.add(name)
  const imports = manifest[name].imports ?? []
  return [...imports.flatMap((imported) => withImports(manifest, imported, seen)), name]
}

const fileOf = (manifest: Manifest, name: string) => pathOf((manifest[name] as Chunk).file)

const pathOf = (file: string) => `/${file}`
