import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fonts } from './app/fonts.ts'
import { precompress } from './precompress.ts'

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [fonts(), tailwind(), react(), precompress()],
  // What is built must run by its path alone; what is only being worked on may look things up.
  // Else it carries React for development as well, and renders with that wherever NODE_ENV does not say otherwise.
  ...(isSsrBuild && { ssr: { noExternal: true as const }, define: PRODUCTION }),
  build: isSsrBuild ? serverBuild : clientBuild,
}))

const PRODUCTION = { 'process.env.NODE_ENV': JSON.stringify('production') }

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** What every page loads first: React in one chunk, the rest in another. What is loaded when wanted is cut by itself. */
function firstLoadChunk(id: string, graph: Graph): string | null {
  if (!isOfFirstLoad(id, graph)) return null
  return /node_modules\/(react|react-dom|scheduler)\//.test(id) ? 'react' : 'shop'
}

function isOfFirstLoad(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (id.endsWith('/entry-client.tsx')) return true
  if (seen.has(id)) return false
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => isOfFirstLoad(importer, graph, seen))
}

const clientBuild = {
  outDir: 'dist/client',
  emptyOutDir: true,
  manifest: true,
  target: 'es2023',
  // A data: address would need a place in the content policy, and fonts must be told apart to be preloaded.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  rolldownOptions: {
    input: ['app/entry-client.tsx', 'app/react-start.ts', 'app/head-script.ts'],
    // A chunk runs in one go: two shorter ones leave the page free in between.
    output: { codeSplitting: { groups: [{ name: firstLoadChunk }] } },
  },
}

/** One file without dependencies, so that the server can load it by its path. */
const serverBuild = {
  ssr: true,
  outDir: 'dist/server',
  emptyOutDir: true,
  target: 'node24',
  minify: false,
  rolldownOptions: {
    input: 'app/entry-server.tsx',
    output: { entryFileNames: 'entry-server.js', codeSplitting: false },
  },
}
