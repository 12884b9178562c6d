import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import pxToRem from 'postcss-pxtorem'
import { defineConfig, type Plugin } from 'vite'
import { fontSubsetsPlugin } from './font-subsets-plugin.ts'
import { precompress } from './precompress.ts'

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [fontSubsetsPlugin(), tailwind(), removeThemeController(), react(), precompress()],
  // Pages scale with the font size of the browser. Thin lines keep their width. Container queries are written in rem.
  css: {
    postcss: { plugins: [pxToRem({ propList: ['*'], mediaQuery: true, minPixelValue: 3 })] },
  },
  // The server build bundles its dependencies, so that it runs from its path alone. `define`
  // excludes React's development build.
  ...(isSsrBuild && { ssr: { noExternal: true as const }, define: PRODUCTION }),
  build: isSsrBuild ? serverBuild : clientBuild,
}))

const PRODUCTION = { 'process.env.NODE_ENV': JSON.stringify('production') }

/** Removes `:root:has(input …)`, for which each keystroke would restyle the whole page. */
function removeThemeController(): Plugin {
  return {
    name: 'remove-theme-controller',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.css')) return undefined
      return code.replaceAll(/:root:has\(input\.theme-controller[^)]*\),?\s*/g, '')
    },
  }
}

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** Only lazy screens use these, but the first page imports the index of their library. */
const LAZY_MODULES =
  /@tanstack\/.*\/(useQueries|queriesObserver|useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/

/** Returns the chunk of a module of the initial load: `react` or `shop`. Null lets the bundler choose the chunk. */
function getInitialChunk(id: string, graph: Graph): string | null {
  if (LAZY_MODULES.test(id) || !isInitialModule(id, graph)) return null
  return /node_modules\/(react|react-dom|scheduler)\//.test(id) ? 'react' : 'shop'
}

function isInitialModule(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (id.endsWith('/entry-client.tsx')) return true
  if (seen.has(id)) return false
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return importers.some((importer) => isInitialModule(importer, graph, seen))
}

const COMPILE_HINT = '//# allFunctionsCalledOnLoad'

const clientBuild = {
  outDir: 'dist/client',
  emptyOutDir: true,
  manifest: true,
  target: 'es2023',
  // Inlined assets would need `data:` in the content security policy, and inlined fonts cannot be
  // preloaded.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  rolldownOptions: {
    input: ['app/entry-client.tsx', 'app/react-entry.ts', 'app/head-script.ts'],
    // Each chunk runs as one task, and two shorter tasks keep the page responsive.
    output: {
      // The first load lists all chunks. Hashes barely compress, so they have 7 characters, the minimum. Shared chunks
      // have no names, because they would be named after any of their modules.
      chunkFileNames: ({ isDynamicEntry }: { isDynamicEntry: boolean }) =>
        isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
      codeSplitting: { groups: [{ name: getInitialChunk }] },
      // The start calls most functions of these chunks. Chromium compiles them in a background
      // thread instead of one by one at their first call.
      postBanner: ({ name }: { name: string }) =>
        /^(react|entry-client)$/.test(name) ? COMPILE_HINT : '',
    },
  },
}

/** One file without dependencies, which the server loads by its path. */
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
