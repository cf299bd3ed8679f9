/** How warm a mention is, and how it cools: what is worked with now is carried before what was said long ago. */
import type { Speaker } from '#core/anchors/passage.ts';

/** Passages after which a mention is worth half. */
const halfLife = 30;

/** What the assistant works with comes up again; what a tool prints is mostly read once. */
export const warmth: Readonly<Record<Speaker, number>> = { user: 1, assistant: 2, tool: 0.5 };

/** What is left of a mention's heat after so many passages. */
export const coolingOf = (passages: number): number => 2 ** (-passages / halfLife);
