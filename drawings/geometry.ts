/** A point in millimetres, x to the right, y downwards. */
export type Point = readonly [x: number, y: number]

/** x, y, width, height in millimetres. */
export type Box = readonly [x: number, y: number, width: number, height: number]

export const TAU = Math.PI * 2

export const toRadians = (angle: number): number => (angle * Math.PI) / 180

/** The point at a radius and an angle (radians, clockwise from the right) around a centre. */
export const polar = (radius: number, angle: number, cx = 0, cy = 0): Point => [
  cx + radius * Math.cos(angle),
  cy + radius * Math.sin(angle),
]

/** Parses points in the syntax of SVG's `points` attribute: "x,y x,y". */
export const points = (parts: TemplateStringsArray, ...values: number[]): Point[] =>
  parseTuples(parts, values) as unknown as Point[]

/** Parses groups of numbers. Converting a number to text and back keeps its exact value. */
export const parseTuples = (parts: TemplateStringsArray, values: number[]): number[][] =>
  String.raw(parts, ...values)
    .trim()
    .split(/\s+/)
    .map((group) => group.split(',').map(Number))
