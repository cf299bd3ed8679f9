/** How months, units and numbers are written in the languages of the interface, for the patterns of figures. */

/** A number in figures, its thousands set apart or not. */
export const number = [
	String.raw`\d{1,3}(?:[,.'\u00a0\u202f]\d{3})+(?:[.,]\d{1,3})?`,
	String.raw`\d{1,15}(?:[.,]\d{1,6})?`
].join('|');

/** Whole numbers in words. */
export const spelt = [
	'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen',
	'sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|hundred|dozen'
].join('|');

export const months = [
	// English.
	'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?',
	'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
	// German, where it differs.
	'januar|februar|märz|mai|juni|juli|oktober|dezember',
	// French.
	'janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre',
	// Spanish.
	'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre'
].join('|');

/** What a number right before it measures. */
export const units = [
	// Shares and sizes of files.
	'%|‰|°[CF]?|[kMGT]i?B|[kMGT]bit|bytes?',
	// Time.
	'ms|µs|ns|secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|months?|years?|h|s',
	// Length, weight, speed, volume.
	'km/h|mph|km|cm|mm|m²|m|miles?|kg|mg|g|lbs?|oz|l|ml',
	// Current, and what screens and programs are measured by.
	'kWh|kW|W|V|A|Hz|MHz|GHz|px|pt|dpi|fps|tokens?|lines?|files?',
	// German.
	'Sekunden?|Minuten?|Stunden?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|Zeilen?|Dateien',
	// French.
	'secondes?|heures?|jours?|semaines?|mois|ans?|lignes?|fichiers?',
	// Spanish.
	'segundos?|minutos?|horas?|días?|semanas?|meses|años?|líneas?|archivos?',
	// What people count.
	'people|persons?|users?|items?|steps?|times|nights?|guests?|rooms?|seats?|points?'
].join('|');

/** What is told apart by numbers. */
export const numbered = [
	// English.
	'lines?|pages?|ports?|versions?|tasks?|tickets?|chapters?|sections?|rooms?|gates?|tables?|figures?',
	'exit code(?= [1-9])|error code|status code|PR|pull request|milestones?|phase|round|build|order',
	'invoice|level|bug|test case|row|column',
	// German, French, Spanish.
	'Zeilen?|Seiten?|Kapitel|Ticket|Raum',
	'ligne|page',
	'línea|página'
].join('|');

/** Words that stand between a number and what it counts only where it counts nothing. */
export const uncounted = `(?:${[
	'of|in|on|to|is|was|has|as|at|by|for|and|or|the|this|these|those|that|if|than|from|with',
	'its|us|it|be|are|were|does|thus|plus|minus|times|versus|vs|per|so|but|not|yes|always|also',
	'which|who|when|what|my|your|our|his|her|their'
].join('|')})`;
