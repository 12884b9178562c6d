/** Types of the subset-font API that font-subsets-plugin.ts uses, because the package has no types. */
declare module 'subset-font' {
  type Axis = number | { min: number; max: number }

  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: { targetFormat: 'woff2'; variationAxes: Record<string, Axis> },
  ): Promise<Buffer>
}
