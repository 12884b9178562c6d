import { document } from '../sheet.ts'
import { teeth } from '../sprocket.ts'
import { disc } from '../strokes.ts'

/** Its outline about the origin, 32 across with a little air. */
export const markOutline = (): string =>
  teeth(11, { p: 7.2, d1: 4.2, turned: -Math.PI / 2 }) + disc(6.5)

/** The brand's mark: a sprocket of eleven teeth in the blue of the links. */
export const mark = (): string =>
  document({
    viewBox: [-16, -16, 32, 32],
    width: 32,
    height: 32,
    label: 'Freehub',
    style: 'path{fill:#0337dc}@media(prefers-color-scheme:dark){path{fill:#8cb1ff}}',
    body: `<path fill-rule="evenodd" d="${markOutline()}"/>`,
  })
