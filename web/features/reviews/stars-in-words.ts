import { counted } from '../../api/counted.ts'

/** `1 star`, `4 stars`. */
export const starsInWords = (stars: number) => counted(stars, 'star', 'stars')
