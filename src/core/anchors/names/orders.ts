/** Tells an order before an amount, a number or a date (“Pay $90”, “Book 2 seats”) from a name. */
import { inPieces } from '#core/anchors/text/patterns.ts';
import { wordSet } from '#core/text/word-set.ts';

/** None of them is a name of its own: Chase, Mark, Bill and Ring stay out, and so does a league (Ligue 1). */
const orders = wordSet([
	// English: money and goods.
	'pay send buy order reserve book transfer refund charge deposit withdraw spend earn',
	'donate invest return deliver',
	// English: what one does.
	'add put take give get bring set make do use try keep save wait call submit apply confirm',
	'cancel schedule plan arrange choose pick select enter type click open close run start',
	'stop begin finish skip move turn go cook read write draw copy insert remove delete drop',
	'raise reduce increase cut fill count compare review check visit join meet leave limit',
	'allow allocate assign create prepare complete fly walk ride sail hike travel',
	// German.
	'zahle zahl zahlen bezahle bezahlen überweise überweisen sende senden schick schicke',
	'schicken kaufe kaufen bestelle bestellen buche buchen reserviere reservieren rufe nimm',
	'gib hole warte warten storniere stornieren verschiebe verschieben wähle',
	// French.
	'paie paye payez payer envoie envoyez envoyer achète achetez acheter commande commandez',
	'commander réserve réservez réserver ajoute ajoutez ajouter appelle appelez appeler',
	'prends prenez donne donnez virez attends attendez annulez choisissez déposez',
	// Spanish and Portuguese.
	'paga pague pagar envía envíe enviar envie compra compre comprar reserva reserve reservar',
	'añade añada añadir llama llame llamar transfiere transfiera transfira espera espere pide',
	'pida toma tome deposita deposite retira retire cancela cancele',
	// Italian.
	'paghi pagare invia invii inviare compri comprare prenota prenoti prenotare aggiungi',
	'aggiunga chiama chiami ordina ordini prendi prenda aspetta aspetti',
	// Dutch.
	'betaal betalen stuur sturen koop kopen bestel bestellen boek boeken reserveer voeg bel',
	'bellen neem wacht',
	// Russian.
	'заплати заплатите оплати оплатите отправь отправьте купи купите закажи закажите переведи',
	'переведите забронируй забронируйте добавь добавьте позвони позвоните возьми возьмите'
]);

/** Whether a word orders something, by itself. */
export const isOrder = (word: string): boolean => orders.has(word.toLowerCase());

/** What may stand between an order and its amount. */
const link =
	'by|on|at|in|to|for|from|until|within|about|around|over|up to|at least|at most|exactly|only|another';
const amount = inPieces(
	'u',
	String.raw`^[\u00a0 ]*(?:(?:${link}) )?[-–+~≈#]?[\u00a0 ]?`,
	String.raw`(?:(?:[A-Z]{2,3} ?)?[$€£¥₹₩₽]|[A-Z]{3} ?\d|\d(?!\p{Lu})`,
	String.raw`|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|half|a dozen|a few)(?!\p{L}))`
);

/** Whether a text goes on with an amount, a number or a date in figures. */
export const beginsWithAmount = (rest: string): boolean => amount.test(rest);
