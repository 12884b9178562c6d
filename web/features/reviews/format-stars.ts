import { pluralize } from '../../api/format-count.ts'

/** `1 star`, `4 stars`. */
export const formatStars = (stars: number) => pluralize(stars, 'star', 'stars')
