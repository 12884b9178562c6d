import { piecesTyped } from '../manage/pieces-typed.ts'

/** What somebody typed for a part's stock: so many pieces more or less, or how many are available then. */
export type StockTyped = { pieces: number } | { available: number }

/** `+20` and `-5` are pieces that came or went, `120` what is there then. Nothing where it is neither. */
export function stockTyped(text: string): StockTyped | undefined {
  const [, sign = '', rest = ''] = /^\s*([+\-−–]?)(.*)$/s.exec(text) ?? []
  const pieces = piecesTyped(rest)
  if (pieces === undefined || Number.isNaN(pieces)) return undefined
  if (sign === '') return { available: pieces }
  return { pieces: sign === '+' ? pieces : -pieces }
}

/** How many pieces come or go by what was typed, where so many are available now. */
export function piecesMoved(typed: StockTyped, available: number): number {
  return 'pieces' in typed ? typed.pieces : typed.available - available
}
