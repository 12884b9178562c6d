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
export const SEARCH_LENGTH = 200

/** Families of parts that one list may be narrowed to. */
export const FAMILIES_AT_ONCE = 50

/** A picture's path of the shop's own, as a regular expression that an input's `pattern` takes too. */
export const IMAGE_PATH_PATTERN = String.raw`\/(?![\/\\])[\w\-.\/?=&%]*`
