/** Something that the palette leads to. */
export interface Choice {
  /** Its address, by which it is told from the others. */
  to: string
  name: string
  /** More about it, so that it is told from others of this name. */
  about?: string
}

export interface Group {
  name: string
  choices: Choice[]
}
