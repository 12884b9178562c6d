import { teethData } from '../sprocket.ts'
import { svgDocument } from '../svg-document.ts'
import { circleData } from '../svg-elements.ts'

/** The outline of the logo around the origin, for a 32 × 32 view box. */
export const logoOutlineData = (): string =>
  teethData(11, { p: 7.2, d1: 4.2, rotation: -Math.PI / 2 }) + circleData(6.5)

/** The logo: a sprocket of eleven teeth in the colour of links. */
export const logo = (): string =>
  svgDocument({
    viewBox: [-16, -16, 32, 32],
    width: 32,
    height: 32,
    label: 'Freehub',
    style: 'path{fill:#0337dc}@media(prefers-color-scheme:dark){path{fill:#8cb1ff}}',
    body: `<path fill-rule="evenodd" d="${logoOutlineData()}"/>`,
  })
