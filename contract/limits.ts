/** Limits of form input, checked by the forms and by the calls. */

export const DOLLARS_MINIMUM = 0.01
export const DOLLARS_MAXIMUM = 999_999.99
export const DOLLARS_MESSAGE =
  'Enter an amount up to $999,999.99 with at most two decimals, such as 4.50.'

export const PIECES_MESSAGE = 'Enter a whole number of pieces, at most 1,000,000,000.'
export const DAYS_MESSAGE = 'Enter a whole number of days, at most 3,650.'

/** A decimal number, but not one like `1,250`, whose comma may separate thousands. */
export const DECIMAL = /^(?![1-9]\d{0,2},\d{3}$)\d+([.,]\d+)?$/
export const WEIGHT_MESSAGE =
  'Enter the weight in grams, such as 1250 or 7.5, without thousands separators.'

/** Lengths of text, in characters. */
export const PERSON_NAME_LENGTH = 100
export const SKU_LENGTH = 60
export const PART_NAME_LENGTH = 120
export const PART_DESCRIPTION_LENGTH = 2000
export const URL_LENGTH = 2000
export const PROFILE_EDUCATION_LENGTH = 200
export const PROFILE_PHONE_LENGTH = 60
export const PROFILE_ADDRESS_LENGTH = 500
export const ORDER_PHONE_LENGTH = 60
export const ORDER_ADDRESS_LENGTH = 500
export const ORDER_NOTE_LENGTH = 500
/** The customer's own reference of an order, such as the number of a purchase order. */
export const ORDER_REFERENCE_LENGTH = 60
/** A note of staff on an order or a customer. */
export const NOTE_LENGTH = 2000
/** The largest number of notes in a list. */
export const NOTES_MAXIMUM = 200
export const REVIEW_COMMENT_LENGTH = 2000
export const BAN_REASON_LENGTH = 200
export const STOCK_REASON_LENGTH = 200
export const HIDE_REASON_LENGTH = 200
export const REFUND_REASON_LENGTH = 200
export const REVIEW_ANSWER_LENGTH = 2000
export const CARRIER_LENGTH = 60
export const TRACKING_NUMBER_LENGTH = 60
export const SEARCH_LENGTH = 200

export const PRICE_STEPS_MAXIMUM = 20

/** The largest number of needs and offers together in the form of a part, and of each in a row of a CSV list. */
export const FITS_MAXIMUM = 120

/** The largest number of families, and of attributes with a value, in the filters of one list. */
export const FAMILIES_MAXIMUM = 50
export const ATTRIBUTE_FILTERS_MAXIMUM = 20

/** A pattern for the path of an image on this site. Forms use it as the `pattern` of an input. */
export const IMAGE_PATH_PATTERN = String.raw`\/(?![\/\\])[\w\-.\/?=&%]*`

export const PHOTO_BYTES_MAXIMUM = 12 * 1024 * 1024
/** Maximum pixels of baseline JPEGs, which are streamed, and of other images, which need all pixels in memory. */
export const PHOTO_PIXELS_MAXIMUM = { jpeg: 50_000_000, other: 16_000_000 }
export const PHOTO_SIDE_MINIMUM = 160
/** The largest ratio of the longer side to the shorter one. */
export const PHOTO_ASPECT_RATIO_MAXIMUM = 5

export const IMPORT_BYTES_MAXIMUM = 100 * 1024 * 1024
export const IMPORT_ROWS_MAXIMUM = 200_000

/** The largest number of rows, of cells in a row and of characters in a cell for one request of the order pad. */
export const PAD_ROWS_MAXIMUM = 500
export const PAD_CELLS_MAXIMUM = 12
export const PAD_CELL_LENGTH = 80
/** The size of all cells, quoted and in UTF-8, which needs at most three bytes for each unit of a string's length. */
export const PAD_BYTES_MAXIMUM = 1536 * 1024
/** The largest number of texts in one request for alternatives, and of alternatives for each text. */
export const ALTERNATIVE_TEXTS_MAXIMUM = 20
export const ALTERNATIVES_MAXIMUM = 5

/** The largest number of a user's own numbers, and of a user's saved lists. */
export const OWN_NUMBERS_MAXIMUM = 5000
export const SAVED_LISTS_MAXIMUM = 50
export const LIST_NAME_LENGTH = 80

/** The largest number of a user's jobs. */
export const JOBS_MAXIMUM = 20
export const JOB_NAME_LENGTH = 80
/** The largest number of units of a job or a wheel, and the largest quantity of a part in one unit. */
export const BUILD_UNITS_MAXIMUM = 10_000
export const JOB_QUANTITY_MAXIMUM = 10_000
/** The largest number of a user's bike profiles. */
export const PROFILES_MAXIMUM = 200
export const PROFILE_NAME_LENGTH = 80
export const PROFILE_ENTRIES_MAXIMUM = 60

/** The largest number of crosses of any wheel. A wheel with few spokes allows fewer. */
export const CROSSES_MAXIMUM = 6

/** Maximum deviation of a spoke from the computed length, in millimetres. */
export const SPOKE_TOLERANCE = { shorter: 2, longer: 1 }
