/** An entry of the palette. */
export interface Choice {
  /** Path of the entry, also its unique key. */
  to: string
  name: string
  /** Details that distinguish entries with the same name. */
  about?: string
}

export interface Group {
  name: string
  choices: Choice[]
}
