/** Fields outside the form refer to it by this id. */
export const FILTER_FORM_ID = 'finder'

export const RESULTS_ID = 'parts'
