import { readFile } from 'node:fs/promises'
import type { PublicSettings } from '@freehub/contract/settings'

/** The files that a page links to, with the hashed names of the build. */
export interface Assets {
  styles: string[]
  fonts: string[]
  /** The code that runs before the first paint, and the modules that it loads later, dependencies first. */
  start?: { script: string; modules: string[] }
  /** Unbuilt scripts; only in development. */
  sources: string[]
  /** Additional files of each screen, by its module. */
  screens: Record<string, { styles: string[]; modules: string[] }>
}

/** The server entry of the built web app. The server loads it by path and must not import its source. */
export interface Renderer {
  render(request: {
    url: string
    fetch: (path: string) => Promise<Response>
    settings: PublicSettings
    assets: Assets
  }): Promise<{ status: number; html: string; cacheable: boolean }>
}

const dist = new URL('../../../web/dist/', import.meta.url)

/** Loads the built renderer. Reads from Vite's manifest which files the pages link to. */
export async function loadBuiltRenderer(): Promise<{ renderer: Renderer; assets: Assets }> {
  const entry = new URL('server/entry-server.js', dist)
  const client = new URL('client/', dist)
  try {
    const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', client), 'utf8'))
    return {
      renderer: (await import(entry.href)) as Renderer,
      assets: await readAssets(manifest as Manifest, client),
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

async function readAssets(manifest: Manifest, client: URL): Promise<Assets> {
  const entry = manifest['app/entry-client.tsx']
  const head = manifest['app/head-script.ts']
  if (!entry || !head) throw new Error('The manifest lacks an entry.')
  const fonts = (entry.assets ?? []).filter((file) =>
    /\/(saira|archivo)-[\w-]{8}\.woff2$/.test(file),
  )
  const seen = new Set<string>()
  const modules = ['app/react-entry.ts', 'app/entry-client.tsx']
    .flatMap((name) => collectImports(manifest, name, seen))
    .map((name) => urlOfModule(manifest, name))
  return {
    styles: (entry.css ?? []).map(urlOfFile),
    fonts: fonts.map(urlOfFile),
    start: { script: await readFile(new URL(head.file, client), 'utf8'), modules },
    sources: [],
    screens: screensOf(manifest, 'app/entry-client.tsx'),
  }
}

/** Returns the files of each lazily loaded module. Leaves out files that the entry also loads. */
function screensOf(manifest: Manifest, entry: string): Assets['screens'] {
  const entryModules = new Set(collectImports(manifest, entry))
  const screens = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry)
  return Object.fromEntries(
    screens.map((name) => {
      const chunks = collectImports(manifest, name)
        .filter((needed) => !entryModules.has(needed))
        .map((needed) => manifest[needed] as Chunk)
      return [
        name,
        {
          styles: chunks.flatMap(({ css = [] }) => css.map(urlOfFile)),
          modules: chunks.map(({ file }) => urlOfFile(file)),
        },
      ]
    }),
  )
}

/** Returns a module and all its imports without duplicates, dependencies first. */
function collectImports(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name) || !manifest[name]) return []
  seen.add(name)
  const imports = manifest[name].imports ?? []
  return [...imports.flatMap((imported) => collectImports(manifest, imported, seen)), name]
}

const urlOfModule = (manifest: Manifest, name: string) => urlOfFile((manifest[name] as Chunk).file)

const urlOfFile = (file: string) => `/${file}`
