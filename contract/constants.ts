/** The specification's business constants (§9), and the few limits that the shop adds to them. */

export const MINIMUM_PASSWORD_LENGTH = 6
export const MAXIMUM_PASSWORD_LENGTH = 128

export const RATING_MINIMUM = 1
export const RATING_MAXIMUM = 5
export const RATING_DEFAULT = 3

export const HOME_PREVIEW_SIZE = 6
export const HOME_REVIEWS = 6

/** Rows of a list: what a query may ask for at most, and what it gets when it does not ask. */
export const LIST_SIZE_MAXIMUM = 100

export const PARTS_QUERY_KEY = 'parts'
export const PARTS_QUERY_RETRIES = 3
export const CACHE_LIFE_MS = 5 * 60 * 1000

export const TOAST_LIFE_MS = 5000

export const POPUP_WIDTH_PX = 500
export const POPUP_HEIGHT_PX = 600

/** Where the browser keeps its access token. */
export const ACCESS_TOKEN_KEY = 'accessToken'

/** The card provider takes amounts from half a dollar to eight digits of cents. */
export const ORDER_TOTAL_MINIMUM_CENTS = 50
export const ORDER_TOTAL_MAXIMUM_CENTS = 99_999_999

/** Largest number of pieces that one order, one stock or one minimum can say. */
export const PIECES_MAXIMUM = 1_000_000_000

export const CURRENCY = 'usd'
