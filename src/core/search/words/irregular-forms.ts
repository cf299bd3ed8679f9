/** English forms that no suffix rule can bring together: "went" is "go", "children" are a "child". */

/** The base form first, then what it stands for, each row up to a semicolon; of two rows for a word the later holds. */
export const irregularForms: readonly string[] = [
	// Verbs.
	'arise arose arisen; awake awoke awoken; beat beaten; become became; begin began begun',
	'bend bent; bet bets; bind bound; bite bit bitten; bleed bled; blow blew blown',
	'break broke broken; breed bred; bring brought; build built; burn burnt; buy bought',
	'catch caught; choose chose chosen; cling clung; come came; creep crept; deal dealt; dig dug',
	'draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate eaten',
	'fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fly flew flown',
	'forbid forbade forbidden; forecast forecasted; forget forgot forgotten',
	'forgive forgave forgiven; freeze froze frozen; give gave given; go went gone goes',
	'grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept; kneel knelt',
	'know knew known; lay laid; lead led; lean leant; leap leapt; learn learnt; leave left',
	'lend lent; light lit; lose lost; make made; mean meant; meet met; mistake mistook mistaken',
	'overcome overcame; pay paid; prove proven; quit quitted; ride rode ridden; ring rang rung',
	'rise rose risen; run ran; say said; see saw seen; seek sought; sell sold; send sent',
	'sew sewn; shake shook shaken; shine shone; shoot shot; show shown; shrink shrank shrunk',
	'sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid; speak spoke spoken',
	'speed sped; spell spelt; spend spent; spill spilt; spin spun; spring sprang sprung',
	'stand stood; steal stole stolen; stick stuck; sting stung; strike struck stricken',
	'string strung; strive strove; swear swore sworn; sweep swept; swim swam swum; swing swung',
	'take took taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown',
	'undergo underwent undergone; understand understood; undertake undertook; wake woke woken',
	'wear wore worn; weave wove woven; weep wept; win won; wind wound',
	'withdraw withdrew withdrawn; write wrote written',
	// People, parts of the body, animals.
	'child children; man men; woman women; person people; foot feet; tooth teeth; mouse mice',
	'goose geese',
	// Plurals in -ves.
	'wife wives; life lives; knife knives; leaf leaves; shelf shelves; half halves; wolf wolves',
	'loaf loaves; thief thieves; calf calves; self selves',
	// Verbs in -ie.
	'die dying died; lie lying lied; tie tying tied',
	// Plurals from Greek and Latin.
	'datum data; index indices; matrix matrices; criterion criteria; analysis analyses',
	'crisis crises; hypothesis hypotheses; basis bases; thesis theses; diagnosis diagnoses',
	// Degrees.
	'good better best; bad worse worst; far further farther',
	// Parents, and short for long.
	'mum mom mommy mama mother; dad daddy papa father; photo photograph photography pic picture',
	'tv television; bike bicycle; phone telephone; kid kids; fridge refrigerator',
	'exam examination',
	// One thing in two words.
	'movie film; vacation holiday',
	// Pet names and nicknames.
	'girlfriend gf; boyfriend bf; husband hubby; family fam; puppy pup; dog doggo doggy',
	'grandmother grandma granny; grandfather grandpa; birthday bday; information info',
	'advertisement advert; laboratory lab; veterinarian vet; vegetable veggie; comfortable comfy',
	'favorite favourite fave fav; congratulation congrats; professional pro',
	// Short forms in talk of programs.
	'repository repo; configuration config; authentication auth; database db; environment env',
	'developer dev; administrator admin; specification spec; parameter param; directory dir',
	'message msg; password pw; javascript js; typescript ts; kubernetes k8s; postgresql postgres',
	// What one does, and what comes of it.
	'marry marriage; decide decision; choice choices; loss losses; growth growths; belief believe',
	'proof proofs; flight flights; speech speeches; advice advise; success succeed',
	// Numbers.
	'twelve 12; eleven 11; ten 10; nine 9; eight 8; seven 7; six 6; five 5; four 4; three 3',
	'two 2; first 1st; second 2nd; third 3rd',
	// British and American spelling.
	'color colour; center centre; neighbor neighbour; behavior behaviour; honor honour',
	'labor labour; flavor flavour; humor humour; organize organise; realize realise',
	'analyze analyse; license licence; defense defence; theater theatre; program programme',
	'gray grey; traveling travelling; cozy cosy; catalog catalogue; dialog dialogue',
	'jewelry jewellery',
	// Months.
	'january jan; february feb; august aug; september sep sept; october oct; november nov',
	'december dec'
];
