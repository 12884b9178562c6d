import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fonts } from './fonts.ts'
import { precompress } from './precompress.ts'

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [fonts(), tailwind(), react(), precompress()],
  // What is built must run by its path alone; what is only being worked on may look things up.
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
  build: isSsrBuild ? serverBuild : clientBuild,
}))

const clientBuild = {
  outDir: 'dist/client',
  emptyOutDir: true,
  manifest: true,
  target: 'es2023',
  // A data: address would need a place in the content policy, and fonts must be told apart to be preloaded.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  rolldownOptions: { input: ['entry-client.tsx', 'shell/head-script.ts'] },
}

/** One file without dependencies, so that the server can load it by its path. */
const serverBuild = {
  ssr: true,
  outDir: 'dist/server',
  emptyOutDir: true,
  target: 'node24',
  minify: false,
  rolldownOptions: {
    input: 'entry-server.tsx',
    output: { entryFileNames: 'entry-server.js', codeSplitting: false },
  },
}
