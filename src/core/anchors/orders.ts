/** Tells an order before an amount, a number or a date (“Pay $90”, “Book 2 seats”) from a name. */

/** None of them is a name of its own: Chase, Mark, Bill and Ring stay out, and so does a league (Ligue 1). */
const orders: ReadonlySet<string> = new Set(
	[
		// English: money and goods.
		'pay send buy order reserve book transfer refund reimburse charge deposit withdraw spend earn',
		'donate invest lend borrow return ship deliver sell tip withhold subtract deduct multiply',
		// English: what one does.
		'add put take give get bring set make do use try keep save wait call dial text email mail',
		'submit apply confirm cancel schedule reschedule postpone plan arrange choose pick select',
		'enter type press click open close run start stop begin finish repeat skip move turn go walk',
		'drive cook bake boil mix stir pour heat read write draw print copy paste insert remove delete',
		'drop raise lower reduce increase cut fill count compare review check visit join meet leave',
		'limit allow allocate assign create prepare complete',
		// German.
		'zahle zahl zahlen bezahle bezahlen überweise überweisen sende senden schick schicke schicken',
		'kaufe kaufen bestelle bestellen buche buchen reserviere reservieren rufe rufen nimm nehmen',
		'gib geben füge fügen hole holen warte warten storniere stornieren erstatte spende spenden',
		'verschiebe verschieben trage tragen lösche löschen wähle wählen',
		// French.
		'paie paye payez payer envoie envoyez envoyer achète achetez acheter commande commandez',
		'commander réserve réservez réserver ajoute ajoutez ajouter appelle appelez appeler prends',
		'prenez donne donnez verse versez remboursez virez attends attendez annulez choisissez déposez',
		'retirez mettez',
		// Spanish and Portuguese.
		'paga pague pagar envía envíe enviar envie compra compre comprar reserva reserve reservar',
		'añade añada añadir agrega agregue adicione llama llame llamar transfiere transfiera transfira',
		'espera espere pide pida toma tome deposita deposite retira retire cancela cancele elige elija',
		// Italian.
		'paghi pagare invia invii inviare compri comprare prenota prenoti prenotare aggiungi aggiunga',
		'chiama chiami ordina ordini prendi prenda aspetta aspetti versi',
		// Dutch.
		'betaal betalen stuur sturen koop kopen bestel bestellen boek boeken reserveer voeg bel bellen',
		'neem wacht',
		// Russian.
		'заплати заплатите оплати оплатите отправь отправьте купи купите закажи закажите переведи',
		'переведите забронируй забронируйте добавь добавьте позвони позвоните возьми возьмите'
	].flatMap((line) => line.split(' '))
);

/** Whether a word orders something, by itself. */
export const isOrder = (word: string): boolean => orders.has(word.toLowerCase());

/** What may stand between an order and its amount. */
const link =
	'by|on|at|in|to|for|from|until|within|about|around|over|up to|at least|at most|exactly|only|another';
const amount = new RegExp(
	String.raw`^[\u00a0 ]*(?:(?:${link}) )?[-–+~≈#]?[\u00a0 ]?(?:(?:[A-Z]{2,3} ?)?[$€£¥₹₩₽]|[A-Z]{3} ?\d|\d(?!\p{Lu})|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|half|a dozen|a few)(?!\p{L}))`,
	'u'
);

/** Whether a text goes on with an amount, a number or a date in figures. */
export const beginsWithAmount = (rest: string): boolean => amount.test(rest);
