/** The form that asks for parts; what stands elsewhere on the screen belongs to it by this name. */
export const FINDER_FORM = 'finder'

/** Where the parts that were found begin. */
export const PARTS_FOUND = 'parts'
