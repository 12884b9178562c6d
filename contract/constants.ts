/** The business constants of the specification (§9) and a few additional limits. */

export const MINIMUM_PASSWORD_LENGTH = 6
export const MAXIMUM_PASSWORD_LENGTH = 128

export const RATING_MINIMUM = 1
export const RATING_MAXIMUM = 5
export const RATING_DEFAULT = 3

export const HOME_PREVIEW_SIZE = 6
export const HOME_REVIEW_COUNT = 6

/** The largest and default page size of a list. */
export const LIST_SIZE_MAXIMUM = 100

export const PARTS_QUERY_KEY = 'parts'
export const PARTS_QUERY_RETRIES = 3
export const CACHE_TTL_MS = 5 * 60 * 1000

export const TOAST_DURATION_MS = 5000

export const POPUP_WIDTH_PX = 500
export const POPUP_HEIGHT_PX = 600

/** The localStorage key of the access token. */
export const ACCESS_TOKEN_KEY = 'accessToken'

/** The range of amounts that the card provider accepts. */
export const ORDER_TOTAL_MINIMUM_CENTS = 50
export const ORDER_TOTAL_MAXIMUM_CENTS = 99_999_999

/** The largest number of lines in a cart and in an order. */
export const ORDER_LINES_MAXIMUM = 500
/** The largest number of lines in a cart of a visitor who is not signed in. */
export const VISITOR_CART_LINES_MAXIMUM = 100

/** Upper limit of order quantities, stock and minimum orders, in pieces. */
export const QUANTITY_MAXIMUM = 1_000_000_000

/** Stock is low if it lasts at most this many days at the current sales rate. */
export const LOW_STOCK_DAYS = 30

/** The current sales rate is that of this many days. */
export const SALES_RATE_DAYS = 30

export const CURRENCY = 'usd'
