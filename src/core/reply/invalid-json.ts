/**
 * The field in which the arguments of a call stand that came whole and are no JSON object, as the API advises: the
 * model reads what it wrote. Such a call is not run.
 */
export const invalidJson = 'INVALID_JSON';
