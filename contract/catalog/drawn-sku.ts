/** Matches the SKUs whose parts have drawings. Other SKUs may contain slashes, or end like a variant of a drawing. */
export const DRAWN_SKU = /^FH-\d{5}-\d$/
