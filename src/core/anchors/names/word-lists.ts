/** Words that are written with a capital though they name nobody: at the start of sentences, in labels, as shouting. */
import { wordSet } from '#core/text/word-set.ts';

/** English words that carry a sentence; in capitals throughout they are meant loudly, and name nothing. */
export const english = wordSet([
	// Who, and which.
	'i the a an this that these those it we you he she they my your our its their his her',
	// What joins and places.
	'in on at for with and but or if so as to from by of into over under about above below',
	'between through during without within',
	// Courtesy and answers.
	'yes no not ok okay please thanks thank hi hello hey dear sorry great good sure well welcome',
	'right certainly perfect excellent absolutely',
	// Questions.
	'what why how when where who which whose',
	// What may, must and does.
	'can could would should do does did is are was were be been am will shall may might must have',
	'has had let',
	// When, and how much.
	'now then here there also just first next finally after before all some any each every always',
	'never only exactly once again still more most less least other another same such very too',
	'much many both',
	// What links sentences.
	'while because since until unless although though however therefore thus instead otherwise',
	'actually unfortunately',
	// Short forms with an apostrophe.
	"i'm i've i'll i'd it's let's that's there's you're you'll you've we'll we're we've he's",
	"she's they're don't doesn't",
	// Values and types.
	'true false none null undefined string number boolean',
	// What notes and messages begin with.
	'note notes step example avoid warning important caution remember attention error enter',
	'failed passed skipped',
	// Numbers.
	'one two three four five six seven eight nine ten'
]);

/** The same of a few other languages; `LAS` in capitals is a name all the same. */
export const foreign = wordSet([
	// German.
	'der die das ein eine ich du er sie es wir ihr und oder aber ja nein nicht bitte danke wie',
	'was wer wo wann warum',
	// French.
	'le la les un une je tu il elle nous vous ils et ou mais oui non que qui',
	// Spanish.
	'el los las yo como pero si por para'
]);

/** Short forms that everybody knows and nobody would miss. */
export const shortForms = wordSet([
	// Programs and what runs them.
	'id ids url urls uri api apis io ui ux os ai cpu gpu ram cli ide sdk ip dns js ts get put',
	'post patch it tv pc rgb',
	// Formats.
	'json xml html css yaml http https sql csv pdf png jpg svg ascii ansi utf utf-8',
	// Clocks.
	'utc gmt est edt pst pdt cet cest am pm',
	// Letters and lists.
	'faq todo fyi asap eta dob tbd'
]);

/**
 * Of these, what stands beside nearly every number, name or courtesy, or in nearly every talk of programs, and is
 * never lost.
 */
export const trite = wordSet([
	// Programs.
	'id ids ai it get put post patch url urls uri api apis io ui ux os cpu gpu ram html css http',
	'https js ide tv pc',
	// Clocks.
	'am pm utc gmt est edt pst pdt cet cest',
	// Letters and lists.
	'faq todo fyi asap tbd dob'
]);

/** What labels, headings, buttons and forms are written with. */
export const labels = wordSet([
	'account action actions address age amount answer answers arrival author available baggage',
	'balance basic booking business cabin cancellation card cart category certificate change',
	'changes checkout choice choices city class code color colour column comment comments company',
	'confirmation contact content cost count country credit currency current customer date dates',
	'day days debit default delivery department departure description destination detail details',
	'direct discount distance document duration economy edit email end entry error errors event',
	'exit fare features fee fees field file files final flight flights folder format free friday',
	'from full gate gender gift goal goals group guest hotel hour hours image images inbound',
	'index indentation info information input instructions insurance invoice issue issues item',
	'items key keys kind label language last leg legs length level line link links list local',
	'location log login main member membership message messages method minute minutes mode model',
	'monday month months name names new number numbers old one-way option options order orders',
	'origin original outbound output overview owner page parameters part passenger passengers',
	'password path payment per percent phone plan points policy port position premium price',
	'prices priority problem product profile project property purchase purpose quantity question',
	'questions reason reasons reference refund region remaining request requests required',
	'requirements reservation reservations response result results return returns review role',
	'room round round-trip route row rule rules saturday save search seat seats section segment',
	'segments select seller sender service session settings shipping size solution source start',
	'state status steps stop stops street subject subtotal summary sunday support system table',
	'tag tags task tasks tax taxes team terms test tests thursday ticket tickets time times tips',
	'title today tomorrow tool tools total totals travel trip tuesday type types unit update',
	'updated upgrade usage use user username users value values version view warning website',
	'wednesday week weeks weight width window year years yesterday zip way',
	// Of plans and sums.
	'accommodation activities activity agenda average breakdown budget deadline estimate expense',
	'expenses food groceries income itinerary maximum minimum rent savings schedule transport',
	// Of a list of changes.
	'added removed fixed changed deprecated security unreleased breaking'
]);
