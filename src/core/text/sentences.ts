/** Sentences of a text. */

/** A full stop that ends no sentence: titles, initials, the commonest short forms, the day of a date. */
const abbreviated =
	/(?<![\p{L}\p{N}])(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Jr|Mme|Mlle|Fr|Hr|Nr|No|vs|ca|approx|bzw|usw|z\.\s?B|d\.\s?h|u\.\s?a|e\.g|i\.e|p\. ?ej|\p{Lu}|\d{1,2}(?=\.\s+(?!(?:I|It|My|The|Ich|Es)\s)\p{Lu}))\.\s+(?=\S)/gu;

/** Stands for such a space while sentences are parted. */
const held = '\ue000';

/** Sentences and lines, as they stand. */
export const sentencesIn = (text: string): readonly string[] =>
	text
		.replace(abbreviated, (whole) => whole.replace(/\s/u, held))
		.split(/\n+|(?<=[.!?…。！？])(?:\s+|(?<=[。！？]))/u)
		.map((line) => line.replaceAll(held, ' '));
