/**
 * Words that say little and are said often, by script; none stands in more than a few of the lists. A language that is
 * only here so that its neighbours are not taken for it has no name in `language.ts`.
 */
export const stopWords = {
	latin: {
		en: 'the and is are was were you that this with for have not what can how it of to my we they from about please would should',
		de: 'der die das und ist nicht ich du sie wir ein eine einen mit für auf von zu dem den wie was kann bitte auch noch aber wird sind mein',
		fr: 'le les des est et une un je vous nous pas que qui dans pour avec sur mais plus cette mon peux être avez aussi où au du',
		es: 'el los las es y una un que en por para con no mi pero como más está puedes qué esta del yo se cuando también muy',
		it: 'il gli di che è e una un non per con sono mi ma come più questo della puoi cosa anche nel ho hai alla sia',
		pt: 'o os as é e uma um não que em para com por meu mas como mais está você isso da do na no também eu foi são',
		nl: 'de het een en is niet ik je we dat van voor met op zijn maar kan wat hoe ook mijn naar heb bij nog dit wordt',
		sv: 'och är inte jag du det en ett att som för med på har kan vad hur men den av till min också vi om',
		da: 'og er ikke jeg du det en et at som for med på har kan hvad hvordan men den af til min også vi om',
		fi: 'ja on ei en se että olen mutta kun niin mitä miten voi ovat tämä sen hän ole jos myös minun',
		pl: 'i w na nie jest to się że z do jak co mam ale dla tak czy po jestem mój od są być tego może',
		cs: 'a je na se že to v jsem ale jak co pro není by s mám který jako jsou můj nebo být také do ve',
		hu: 'a az és nem hogy egy van meg is de ez ha csak mint már én vagy lehet mi kell azt ezt el',
		ro: 'și este nu în de la un o care pe cu pentru că mai ce sunt am dar să din meu poate ai sau',
		tr: 've bir bu için ne de da ben var çok mi ile olarak değil gibi ama nasıl daha olan benim bana şu',
		id: 'yang dan di ini itu untuk dengan tidak saya ada dari bisa akan apa ke adalah anda kami pada juga',
		vi: 'và là của có không tôi cho được một những các trong với này đã bạn thì để người như khi',
		no: 'og er ikke jeg du det en et at som for med på har kan hva hvordan men den av til min også vi om noe meg nå',
		sk: 'a je na sa že to v som ale ako čo nie by s mám ktorý keď alebo sú môj veľmi aj už pre bol do sme',
		sh: 'i u ne na da je se kako što sam za su ali mi to od ili može ovaj bih samo koji nije smo kad kao',
		ca: 'el els les i és una un que en per a amb no meu però com més està pots què aquest jo es quan també molt dels',
		gl: 'o os as é e unha un que en para con por non meu pero como máis está isto moi do da no cando tamén eu foi son',
		af: 'die het een en is nie ek jy ons dat van vir met op sy maar kan wat hoe ook my na om by nog dit word',
		ms: 'yang dan di ini itu untuk dengan tidak saya anda kami ada dari pada adalah boleh bagaimana kerana bagi akan ialah',
		et: 'ja on ei et see ma sa oma mis kui aga kuidas või ka ta seda minu olen kas siis'
	},
	cyrillic: {
		ru: 'и в не на что как это я с то но он мы ты для есть был меня мне так или если только чтобы по от же очень можно',
		uk: 'і й в не на що як це я з то але він ми ти для є був мене мені так або якщо тільки щоб по від дуже та можна',
		bg: 'и в не на че как това аз с да но ще е са от за ли ми го си или само ако съм който много може към най',
		sr: 'и у не на да је се како што сам за са али ли ми то од или може овај бих само који није смо кад као',
		mk: 'и во не на да е се како што сум за со но ли ми тоа од или може ќе кој само многу со ги сме',
		be: 'і ў не на што як гэта я з то але ён мы ты для ёсць быў мяне мне так ці калі толькі каб па ад вельмі можна'
	},
	devanagari: {
		hi: 'है के में की और का से को पर यह नहीं हैं कि क्या भी तो जो मैं हो मुझे कैसे',
		mr: 'आहे आणि या मी ते तो ही का नाही आहेत काय मला पण होते तर कसे की',
		ne: 'छ र को मा ले लाई यो हो छन् पनि के भने म गर्न कसरी मलाई तर'
	}
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
