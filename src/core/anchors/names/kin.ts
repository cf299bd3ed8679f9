/** Family and the like, who need no name to be somebody: the words for them, after the word for whose they are. */

export const kin = new RegExp(
	'(?<![\\p{L}])' +
		// Whose.
		'(?:my|our|meine?[nrms]?|unsere?[nrms]?|mon|ma|mes|notre|mi|mis|nuestr[oa]) ' +
		// Which of them.
		'(?:(?:late|older|younger|elder|little|big|best|ex-|eldest|youngest|twin|new|old' +
		'|\\d+-year-old) ?)?(?:' +
		[
			// English.
			'mother|father|mom|mum|dad|parents|wife|husband|partner|girlfriend|boyfriend|fiancée?|son',
			'daughter|kids?|children|brothers?|sisters?|siblings|grandmother|grandfather|grandma|grandpa',
			'grandparents|uncle|aunt|cousins?|nephew|niece|in-laws|best friend|roommate|neighbou?r|boss',
			'manager|teacher|doctor|therapist|dog|cat',
			// German.
			'mutter|vater|eltern|frau|mann|freundin|freund|sohn|tochter|kinder|bruder|schwester|oma|opa',
			'chef|hund|katze',
			// French.
			'mère|père|femme|mari|fils|fille|enfants|frère|sœur|chien|chat',
			// Spanish.
			'madre|padre|padres|esposa|marido|hijo|hija|hijos|hermano|hermana|perro|gato'
		].join('|') +
		')(?![\\p{L}])',
	'giu'
);
export const kinInHan = new RegExp(
	[
		// Chinese.
		'我(?:的|们)?(?:妈妈|爸爸|母亲|父亲|父母|老婆|妻子|老公|丈夫|女朋友|男朋友|儿子|女儿|孩子|哥哥|弟弟' +
			'|姐姐|妹妹|奶奶|爷爷|外婆|外公|室友|同事|老板|老师)',
		// Japanese.
		'(?:母|父|妻|夫|息子|娘|兄|弟|姉|妹|彼女|彼氏)(?=[がはのとに])'
	].join('|'),
	'gu'
);
