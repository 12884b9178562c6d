import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
const target = new URL('../dist/fonts/', import.meta.url)

const basicLatin = charactersFrom(0x20, 0x7e)
const latin1 = basicLatin + charactersFrom(0xa0, 0xff)

interface Face {
  file: string
  source: string
  characters: string
  axes: Record<string, number | { min: number; max: number }>
}

/** Faces as the design pins them: lettering narrow and in two weights, text in the Latin of its users. */
const faces: Face[] = [
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

function charactersFrom(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join(
    '',
  )
}

async function cutFace({ file, source, characters, axes }: Face): Promise<void> {
  const whole = await readFile(require.resolve(source))
  const cut = await subsetFont(whole, characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
  })
  await writeFile(new URL(file, target), cut)
}

/** Cuts the fonts down to what the shop's screens say, before the styles that name them are read. */
export function fonts(): Plugin {
  return {
    name: 'freehub-fonts',
    async config() {
      await mkdir(target, { recursive: true })
      await Promise.all(faces.map(cutFace))
    },
  }
}
