import { languageOf } from '#core/text/language.ts';

/** What the on-device answerer says of itself, in the languages it can do well. It never pretends to be a model. */

export interface Phrases {
	/** Stands over what was searched for. */
	readonly head: string;
	/** Stands over what was not. */
	readonly ours: string;
	readonly hello: string;
	readonly welcome: string;
	readonly found: string;
	readonly closest: string;
	/** Beneath what is only close: somebody may have asked for what takes a model. */
	readonly beyond: string;
	readonly nothing: string;
	/** In the place of `nothing`, or beneath what was found beside: the search could not be made, or has not read all. */
	readonly notSearched: string;
	readonly stillReading: string;
	/** Beneath `nothing`, where the message was no question: somebody told something. */
	readonly told: string;
	/** The question named a time and nothing else. */
	readonly then: string;
	readonly nothingThen: string;
	/** The question was what is remembered. */
	readonly remembered: string;
	readonly allMemory: string;
	readonly emptyMemory: string;
	/** Something was to be forgotten: this answerer deletes nothing. */
	readonly forget: string;
	readonly noted: (fact: string) => string;
	/** It is written at once, as the user allows for own words. */
	readonly saved: (fact: string) => string;
	readonly notedAlready: string;
	readonly notNoted: string;
	readonly noSearch: string;
	readonly noWords: string;
	/** Pictures and PDF files came along. */
	readonly cannotSee: string;
	/** Stands over the beginnings of files that came without a question. */
	readonly filed: string;
	readonly labels: Labels;
}

/** Where a quotation stands. */
export interface Labels {
	readonly pinned: string;
	readonly firstRequest: string;
	readonly summary: string;
	/** The list of names, numbers and dates that stands beside the summary. */
	readonly anchors: string;
	/** In the conversation that asks. */
	readonly earlier: string;
	readonly untitled: string;
	/** Behind a title. */
	readonly turn: (number: string) => string;
}

const english: Phrases = {
	head: '**On-device** · found by search in what is stored here, not written by a language model.',
	ours: '**On-device** · not a language model.',
	hello:
		'Hello. I am the on-device answerer: no key, no network, no language model. I search your memory, your conversations and your archives, and quote what I find with links to where it stands. Ask me something you have talked about or written down, or say “remember that …” and I put it up for review. For anything else, choose a model and add a key under [Settings](/settings#provider).',
	welcome: 'You are welcome.',
	found: 'This is what I found:',
	closest: 'Nothing says it outright. The closest I found:',
	beyond:
		'I only find and quote. To have something written, explained or worked out, [add a key](/settings#key) or choose a model.',
	nothing:
		'I found nothing about that in your memory, conversations and archives. I can only quote what is stored here; for more, [add a key](/settings#key) or choose a model.',
	notSearched: 'I could not search your conversations and archives this time. Ask me again.',
	stillReading:
		'I am still reading your conversations for the search, so there may be more. Ask me again in a little while.',
	told: 'If you told me something: it stands in this conversation, where I find it again. Say “remember that …” and I put it up for your memory.',
	then: 'This is what was said then:',
	nothingThen: 'I found nothing that was said then. Try another day, or ask for the matter itself.',
	remembered: 'This is what came along of your memory, word for word:',
	allMemory: 'All of it, with every change, is under [Memory](/memory).',
	emptyMemory:
		'Nothing of your memory came along: it is empty, or switched off here. Say “remember that …” and I put a line up for review; all files are under [Memory](/memory).',
	forget:
		'I have deleted nothing. Under [Memory](/memory) each line has “Forget” beside it, and what still waits is rejected under [Review](/review).',
	noted: (fact) =>
		`I have put this up for review; it becomes part of your memory when you accept it under [Review](/review): “${fact}”`,
	saved: (fact) => `That is in your [memory](/memory) now: “${fact}”`,
	notedAlready: 'Your memory holds that already, or it waits under [Review](/review).',
	notNoted: 'I could not put that up for review. The reason given:',
	noSearch: 'The search is switched off for this message, so I looked only at what came with it.',
	noWords: 'I can read text only, and there was none in this message.',
	cannotSee: 'I cannot see pictures or read PDF files; only a model with a key can.',
	filed: 'The file is stored with this message and I can search it. It begins:',
	labels: {
		pinned: 'pinned',
		firstRequest: 'first request of this conversation',
		summary: 'summary of this conversation',
		anchors: 'names and numbers from this conversation',
		earlier: 'earlier in this conversation',
		untitled: 'Untitled',
		turn: (number) => `turn ${number}`
	}
};

const german: Phrases = {
	head: '**On-device** · durch Suche in dem gefunden, was hier gespeichert ist, nicht von einem Sprachmodell geschrieben.',
	ours: '**On-device** · kein Sprachmodell.',
	hello:
		'Hallo. Ich bin die Antwort auf diesem Gerät: kein Schlüssel, kein Netz, kein Sprachmodell. Ich durchsuche dein Gedächtnis, deine Gespräche und deine Archive und zitiere, was ich finde, mit Verweis auf die Stelle. Frag mich etwas, worüber du gesprochen oder was du notiert hast, oder sag „merke dir, dass …“, dann lege ich es zur Prüfung vor. Für alles andere wähle ein Modell und hinterlege einen Schlüssel unter [Settings](/settings#provider).',
	welcome: 'Gern geschehen.',
	found: 'Das habe ich gefunden:',
	closest: 'Ausdrücklich steht es nirgends. Am nächsten kommt:',
	beyond:
		'Ich finde und zitiere nur. Soll etwas geschrieben, erklärt oder berechnet werden, [gib einen Schlüssel ein](/settings#key) oder wähle ein Modell.',
	nothing:
		'Dazu habe ich in deinem Gedächtnis, deinen Gesprächen und deinen Archiven nichts gefunden. Ich kann nur zitieren, was hier gespeichert ist; für mehr [gib einen Schlüssel ein](/settings#key) oder wähle ein Modell.',
	notSearched:
		'Deine Gespräche und Archive konnte ich diesmal nicht durchsuchen. Frag mich noch einmal.',
	stillReading:
		'Ich lese deine Gespräche noch für die Suche ein, es kann also mehr geben. Frag mich in einer Weile noch einmal.',
	told: 'Falls du mir etwas erzählt hast: Es steht in diesem Gespräch, und dort finde ich es wieder. Sag „merk dir, dass …“, und ich lege es zur Prüfung für dein Gedächtnis vor.',
	then: 'Das wurde damals gesagt:',
	nothingThen:
		'Aus dieser Zeit habe ich nichts gefunden. Versuch es mit einem anderen Tag, oder frag nach der Sache selbst.',
	remembered: 'Das kam von deinem Gedächtnis mit, Wort für Wort:',
	allMemory: 'Alles, mit jeder Änderung, steht unter [Memory](/memory).',
	emptyMemory:
		'Von deinem Gedächtnis kam nichts mit: Es ist leer oder hier abgeschaltet. Sag „merke dir, dass …“, dann lege ich eine Zeile zur Prüfung vor; alle Dateien stehen unter [Memory](/memory).',
	forget:
		'Ich habe nichts gelöscht. Unter [Memory](/memory) steht neben jeder Zeile „Forget“, und was noch wartet, lehnst du unter [Review](/review) ab.',
	noted: (fact) =>
		`Das liegt jetzt zur Prüfung vor und wird Teil deines Gedächtnisses, wenn du es unter [Review](/review) annimmst: „${fact}“`,
	saved: (fact) => `Das steht jetzt in deinem [Gedächtnis](/memory): „${fact}“`,
	notedAlready: 'Das steht schon in deinem Gedächtnis oder wartet unter [Review](/review).',
	notNoted: 'Das konnte ich nicht zur Prüfung vorlegen. Der Grund:',
	noSearch:
		'Die Suche ist für diese Nachricht abgeschaltet, also habe ich nur angesehen, was mit ihr kam.',
	noWords: 'Ich kann nur Text lesen, und in dieser Nachricht war keiner.',
	cannotSee:
		'Bilder sehen und PDF-Dateien lesen kann ich nicht, das kann nur ein Modell mit Schlüssel.',
	filed:
		'Die Datei ist mit dieser Nachricht gespeichert, und ich kann sie durchsuchen. Sie beginnt so:',
	labels: {
		pinned: 'angeheftet',
		firstRequest: 'erste Bitte dieses Gesprächs',
		summary: 'Zusammenfassung dieses Gesprächs',
		anchors: 'Namen und Zahlen aus diesem Gespräch',
		earlier: 'weiter oben in diesem Gespräch',
		untitled: 'Ohne Titel',
		turn: (number) => `Beitrag ${number}`
	}
};

const french: Phrases = {
	head: '**On-device** · trouvé en cherchant dans ce qui est enregistré ici, non écrit par un modèle de langue.',
	ours: '**On-device** · pas un modèle de langue.',
	hello:
		'Bonjour. Je réponds depuis cet appareil : pas de clé, pas de réseau, pas de modèle de langue. Je cherche dans votre mémoire, vos conversations et vos archives, et je cite ce que je trouve avec un lien vers sa place. Demandez-moi une chose dont vous avez parlé ou que vous avez notée, ou dites « retiens que … » et je la propose à la relecture. Pour le reste, choisissez un modèle et ajoutez une clé dans [Settings](/settings#provider).',
	welcome: 'Avec plaisir.',
	found: "Voici ce que j'ai trouvé :",
	closest: "Rien ne le dit expressément. Le plus proche que j'ai trouvé :",
	beyond:
		'Je ne fais que trouver et citer. Pour faire écrire, expliquer ou calculer, [ajoutez une clé](/settings#key) ou choisissez un modèle.',
	nothing:
		"Je n'ai rien trouvé à ce sujet dans votre mémoire, vos conversations et vos archives. Je ne peux que citer ce qui est enregistré ici ; pour davantage, [ajoutez une clé](/settings#key) ou choisissez un modèle.",
	notSearched:
		"Je n'ai pas pu chercher dans vos conversations et vos archives cette fois. Demandez-moi encore.",
	stillReading:
		'Je lis encore vos conversations pour la recherche ; il peut y en avoir plus. Demandez-moi encore dans un moment.',
	told: 'Si vous m’avez raconté quelque chose : c’est dans cette conversation, où je le retrouve. Dites « retiens que … » et je le propose pour votre mémoire.',
	then: 'Voici ce qui a été dit alors :',
	nothingThen:
		"Je n'ai rien trouvé de ce moment. Essayez un autre jour, ou demandez la chose elle-même.",
	remembered: 'Voici ce qui est venu de votre mémoire, mot pour mot :',
	allMemory: 'Tout, avec chaque changement, se trouve sous [Memory](/memory).',
	emptyMemory:
		"Rien n'est venu de votre mémoire : elle est vide, ou coupée ici. Dites « retiens que … » et je propose une ligne à la relecture ; tous les fichiers sont sous [Memory](/memory).",
	forget:
		'Je n’ai rien supprimé. Sous [Memory](/memory), chaque ligne a « Forget » à côté d’elle, et ce qui attend encore se rejette sous [Review](/review).',
	noted: (fact) =>
		`C'est proposé à la relecture, et cela entre dans votre mémoire quand vous l'acceptez sous [Review](/review) : « ${fact} »`,
	saved: (fact) => `C'est dans votre [mémoire](/memory) maintenant : « ${fact} »`,
	notedAlready: 'Votre mémoire le contient déjà, ou cela attend sous [Review](/review).',
	notNoted: "Je n'ai pas pu le proposer à la relecture. La raison :",
	noSearch: "La recherche est coupée pour ce message ; je n'ai regardé que ce qui l'accompagnait.",
	noWords: "Je ne lis que du texte, et ce message n'en contenait pas.",
	cannotSee:
		'Je ne vois pas les images et ne lis pas les fichiers PDF ; seul un modèle avec une clé le peut.',
	filed: 'Le fichier est enregistré avec ce message et je peux y chercher. Il commence ainsi :',
	labels: {
		pinned: 'épinglé',
		firstRequest: 'première demande de cette conversation',
		summary: 'résumé de cette conversation',
		anchors: 'noms et chiffres de cette conversation',
		earlier: 'plus haut dans cette conversation',
		untitled: 'Sans titre',
		turn: (number) => `échange ${number}`
	}
};

const spanish: Phrases = {
	head: '**On-device** · encontrado buscando en lo que está guardado aquí, no escrito por un modelo de lenguaje.',
	ours: '**On-device** · no es un modelo de lenguaje.',
	hello:
		'Hola. Respondo desde este dispositivo: sin clave, sin red, sin modelo de lenguaje. Busco en tu memoria, tus conversaciones y tus archivos, y cito lo que encuentro con un enlace a su lugar. Pregúntame algo de lo que hayas hablado o que hayas anotado, o di «recuerda que …» y lo propongo para revisión. Para lo demás, elige un modelo y añade una clave en [Settings](/settings#provider).',
	welcome: 'De nada.',
	found: 'Esto es lo que encontré:',
	closest: 'Nada lo dice expresamente. Lo más cercano que encontré:',
	beyond:
		'Solo encuentro y cito. Para que algo se escriba, se explique o se calcule, [añade una clave](/settings#key) o elige un modelo.',
	nothing:
		'No encontré nada sobre eso en tu memoria, tus conversaciones y tus archivos. Solo puedo citar lo que está guardado aquí; para más, [añade una clave](/settings#key) o elige un modelo.',
	notSearched: 'Esta vez no pude buscar en tus conversaciones y archivos. Pregúntame otra vez.',
	stillReading:
		'Todavía estoy leyendo tus conversaciones para la búsqueda, así que puede haber más. Pregúntame otra vez dentro de un rato.',
	told: 'Si me has contado algo: está en esta conversación, y ahí lo vuelvo a encontrar. Di «recuerda que …» y lo propongo para tu memoria.',
	then: 'Esto es lo que se dijo entonces:',
	nothingThen: 'No encontré nada de ese tiempo. Prueba con otro día, o pregunta por la cosa misma.',
	remembered: 'Esto es lo que vino de tu memoria, palabra por palabra:',
	allMemory: 'Todo, con cada cambio, está en [Memory](/memory).',
	emptyMemory:
		'No vino nada de tu memoria: está vacía, o desactivada aquí. Di «recuerda que …» y propongo una línea para revisión; todos los archivos están en [Memory](/memory).',
	forget:
		'No he borrado nada. En [Memory](/memory) cada línea tiene «Forget» al lado, y lo que aún espera se rechaza en [Review](/review).',
	noted: (fact) =>
		`Lo he propuesto para revisión; pasa a tu memoria cuando lo aceptas en [Review](/review): «${fact}»`,
	saved: (fact) => `Ya está en tu [memoria](/memory): «${fact}»`,
	notedAlready: 'Tu memoria ya lo tiene, o espera en [Review](/review).',
	notNoted: 'No pude proponerlo para revisión. El motivo:',
	noSearch: 'La búsqueda está desactivada para este mensaje; solo he mirado lo que venía con él.',
	noWords: 'Solo leo texto, y en este mensaje no había.',
	cannotSee: 'No puedo ver imágenes ni leer archivos PDF; eso solo lo puede un modelo con clave.',
	filed: 'El archivo está guardado con este mensaje y puedo buscar en él. Empieza así:',
	labels: {
		pinned: 'fijado',
		firstRequest: 'primera petición de esta conversación',
		summary: 'resumen de esta conversación',
		anchors: 'nombres y cifras de esta conversación',
		earlier: 'antes en esta conversación',
		untitled: 'Sin título',
		turn: (number) => `turno ${number}`
	}
};

const spoken: Readonly<Record<string, Phrases>> = {
	en: english,
	de: german,
	fr: french,
	es: spanish
};

/** Whole phrases, in every language; a label is none: anybody may end a sentence with one. */
export const everyPhrase: readonly string[] = Object.values(spoken).flatMap((phrases) =>
	Object.values(phrases).filter((phrase) => typeof phrase === 'string')
);

/** Words of a greeting or of thanks, which are too short to tell a language by their letters. */
const greetingsIn: readonly (readonly [code: string, words: RegExp])[] = [
	[
		'de',
		/^(?:hallo|moin|servus|guten|danke|vielen dank|hilfe|wer bist|was (?:bist|kannst)|vergiss)(?!\p{L})/iu
	],
	[
		'fr',
		/^(?:bonjour|bonsoir|salut|merci|aide|oublie|qui (?:es|êtes)|que (?:peux|pouvez))(?!\p{L})/iu
	],
	[
		'es',
		/^[¿¡]?(?:hola|buen[oa]s|gracias|muchas|ayuda|olvida|qui[ée]n eres|qu[ée] puedes)(?!\p{L})/iu
	]
];

/** Phrases in the language of a text, English where it is another or cannot be told. */
export function phrasesFor(text: string): Phrases {
	const code =
		languageOf(text)?.code ?? greetingsIn.find(([, words]) => words.test(text.trim()))?.[0] ?? 'en';
	return spoken[code] ?? english;
}
