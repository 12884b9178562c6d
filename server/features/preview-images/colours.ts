/** Colours of the light theme, used in pictures. */
export const colours = {
  sheet: '#f3f6f8',
  plate: '#fcfdfe',
  ink: '#111826',
  second: '#464d5b',
  rule: '#cbd2d9',
  edge: '#78818e',
  blue: '#0337dc',
  white: '#fff',
  scribe: '#c9ddff',
} as const
