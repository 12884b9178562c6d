import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const target = new URL('./dist/fonts/', import.meta.url)

const basicLatin = characterRange(0x20, 0x7e)
const latin1 = basicLatin + characterRange(0xa0, 0xff)

interface FontSubset {
  file: string
  source: string
  characters: string
  axes: Record<string, number | { min: number; max: number }>
}

/** The design's fonts: condensed Saira for headings, and Archivo for other text. Both with Latin characters only. */
const fontSubsets: FontSubset[] = [
  {
    file: 'saira.woff2',
    source: '@fontsource-variable/saira/files/saira-latin-standard-normal.woff2',
    characters: `${basicLatin}×°–…©`,
    axes: { wdth: 68, wght: { min: 500, max: 600 } },
  },
  {
    file: 'archivo.woff2',
    source: '@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2',
    characters: `${latin1}–—‘’“”…€×−`,
    axes: { wght: { min: 400, max: 600 } },
  },
]

function characterRange(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join(
    '',
  )
}

async function writeSubset({ file, source, characters, axes }: FontSubset): Promise<void> {
  const font = await readFile(require.resolve(source))
  const subset = await subsetFont(font, characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
  })
  await writeFile(new URL(file, target), subset)
}

/** Writes font subsets with only the characters and axes in use, before Vite reads the styles. */
export function fontSubsetsPlugin(): Plugin {
  return {
    name: 'freehub-font-subsets',
    async config() {
      await mkdir(target, { recursive: true })
      await Promise.all(fontSubsets.map(writeSubset))
    },
  }
}
