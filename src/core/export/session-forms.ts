/** The forms in which one conversation leaves as a file, in the order in which they are offered. */
export const sessionForms = ['markdown', 'html', 'json'] as const;

export type SessionForm = (typeof sessionForms)[number];
