/** Limits of what is typed into forms: the calls check them, and browsers are told them. */

/** Least and largest amount of money, in dollars. */
export const DOLLARS_MINIMUM = 0.01
export const DOLLARS_MAXIMUM = 999_999.99

/** Lengths of text, in characters. */
export const PERSON_NAME_LENGTH = 100
export const PART_NAME_LENGTH = 120
export const PART_DESCRIPTION_LENGTH = 2000
export const URL_LENGTH = 2000
export const PROFILE_EDUCATION_LENGTH = 200
export const PROFILE_PHONE_LENGTH = 60
export const PROFILE_ADDRESS_LENGTH = 500
export const ORDER_PHONE_LENGTH = 60
export const ORDER_ADDRESS_LENGTH = 500
export const REVIEW_COMMENT_LENGTH = 2000
export const BAN_REASON_LENGTH = 200
export const STOCK_REASON_LENGTH = 200
export const HIDE_REASON_LENGTH = 200
export const REVIEW_ANSWER_LENGTH = 2000
export const CARRIER_LENGTH = 60
export const TRACKING_NUMBER_LENGTH = 60
export const SEARCH_LENGTH = 200

/** Families of parts that one list may be narrowed to. */
export const FAMILIES_AT_ONCE = 50

/** A picture's path of the shop's own, as a regular expression that an input's `pattern` takes too. */
export const IMAGE_PATH_PATTERN = String.raw`\/(?![\/\\])[\w\-.\/?=&%]*`

/** Photos of parts, as they are uploaded. */
export const PHOTO_BYTES_MAXIMUM = 12 * 1024 * 1024
/**
 * A JPEG is read in passing. Of a progressive one, which comes in waves, and of the other kinds all
 * pixels are in memory at once.
 */
export const PHOTO_PIXELS_MAXIMUM = { jpeg: 50_000_000, others: 16_000_000 }
export const PHOTO_SIDE_MINIMUM = 160
/** How many times as long as wide, or as wide as long. */
export const PHOTO_PROPORTION_MAXIMUM = 5

/** Lists of parts, as they are read in. */
export const IMPORT_BYTES_MAXIMUM = 100 * 1024 * 1024
export const IMPORT_ROWS_MAXIMUM = 200_000
