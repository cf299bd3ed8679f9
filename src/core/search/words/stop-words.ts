/** Words that say nothing of what a text is about: those of every sentence, and those that only ask. */
import { wordSet } from '#core/text/word-set.ts';

/** English words so common that they say nothing beside others. */
const stops = wordSet([
	// What joins and places.
	'a an the and or but if then than so as at by for from in into of off on onto out over to',
	'up with about after again against before between during through under until upon',
	// Being, having, doing, and what may or must be.
	'is am are was were be been being do does did doing done have has had having',
	'will would shall should can could may might must ought',
	// Who.
	'i me my mine myself we us our ours ourselves you your yours yourself yourselves',
	'he him his himself she her hers herself it its itself they them their theirs themselves',
	'this that these those who whom whose which what when where why how',
	// How much, and when.
	'here there all any both each few more most other some such no nor not only own same too very',
	'just also even still yet ever now because while once',
	// Short forms written without their apostrophe.
	'im ive id ill youre youve youd youll hes shes theyre theyve weve were its thats whats',
	'dont doesnt didnt isnt arent wasnt werent havent hasnt hadnt wont wouldnt cant couldnt shouldnt',
	's t d ll m re ve o y',
	// What one says anyway.
	'many much lot lots get got gets getting',
	'ok okay yeah yes hey hi hello oh wow please'
]);

const askingWords = wordSet([
	// Saying, and recalling what was said.
	'tell told say said mention mentioned discuss discussed discussion talk talked',
	'conversation conversations chat chats session sessions bring brought remember recall remind',
	// What kind of answer is wanted.
	'ask asked list listed name named describe described explain explained give given',
	'summary summarize summarise overview comprehensive',
	// Of what, and in what order.
	'different various kind kinds type types sort sorts thing things something anything way ways',
	'specific particular certain order times throughout across regarding according aspect aspects',
	'long recently recent last time happen happened does use need help want',
	'walk items item know think like'
]);

/** In every other text or so: to file who holds them costs more room than all greetings, and finds everything. */
const everywhere = wordSet(['a an and for i in is it my of that the to you']);

export const isEverywhere = (word: string): boolean => everywhere.has(word);

export const isStopWord = (word: string): boolean => stops.has(word);

/** Words of a question that speak of asking and telling, not of the matter itself. */
export const isAskingWord = (word: string): boolean => askingWords.has(word);
