/** A day of 24 hours, ms. It stands alone, so that what is loaded first brings no calendar along. */
export const dayMs = 86_400_000;
