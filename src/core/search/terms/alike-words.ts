/** Everyday English words of which one may be meant by another: near equivalents, chosen by hand. */

/** Rows up to a semicolon: whoever asks for one word may have meant the others. The order is part of the ranking. */
export const alikeWords: readonly string[] = [
	// A.
	'accident crash injury; ache pain hurt sore; achieve accomplish achievement milestone',
	'adopt adoption rescue; advice tip suggestion recommendation guidance',
	'afraid scared fear frightened; aim goal target plan; airplane plane flight',
	'album record vinyl; allergy allergic; amusing funny hilarious',
	'anger angry upset mad frustrated; anniversary celebrate celebration',
	'answer reply respond response; anxious anxiety nervous worried worry stress',
	'apartment flat condo studio; appreciate grateful gratitude thankful',
	'argue argument fight quarrel; artist painter musician; assist help support aid',
	'attend go visit join; author writer novelist',
	// B.
	'baby newborn infant; bag backpack suitcase; bake baking cake cookie pastry',
	'band group musician; beach ocean sea coast shore; beautiful pretty gorgeous stunning',
	'begin start launch; belief faith religion spiritual; benefit advantage; big large huge',
	'bike cycling ride; birthday party celebrate; blog vlog post; boat sail ship kayak',
	'boss manager supervisor; boyfriend girlfriend partner; brave courage; break rest pause',
	'brother sister sibling; build construct create; business company startup firm',
	'buy purchase bought order',
	// C.
	'calm relax peaceful relaxing unwind; camp camping tent; cancel postpone',
	'car vehicle drive truck; career job profession occupation work; cat kitten kitty',
	'challenge difficult difficulty obstacle struggle hard',
	'charity fundraiser donate donation volunteer nonprofit; cheap inexpensive affordable',
	'child kid son daughter toddler; church temple mosque pray; city town',
	'class course lesson workshop training; clean tidy organize',
	'clothes clothing outfit dress fashion; coach trainer mentor; coffee cafe espresso latte',
	'college university campus degree; colleague coworker teammate',
	'compete competition contest tournament match championship; computer laptop pc',
	'concert gig show festival; cook cooking recipe meal dish; cost price expense expensive',
	'country nation abroad; couple marry marriage wedding',
	'cousin aunt uncle nephew niece relative; cure heal recover recovery treatment',
	// D.
	'dance dancing dancer ballet; date romantic relationship; dead death die loss funeral grief',
	'deal contract sponsor endorsement; degree diploma graduate graduation; delicious tasty yummy',
	'depressed sad unhappy; design designer; destination place location',
	'diet eat nutrition healthy; dinner supper meal; disease illness sick condition',
	'doctor physician hospital clinic checkup; dog puppy pup; dream hope wish aspiration',
	'drink beverage',
	// E.
	'earn income salary; education school study learn; elderly old senior',
	'electronics gadget device; email mail; emotion feeling; employ hire; end finish complete',
	'engage engagement propose proposal; enjoy love like fun; environment nature climate',
	'error mistake bug fault; event occasion; exercise workout gym fitness',
	'exhibit exhibition gallery museum; explore discover exploration',
	// F.
	'fail failure; family relative parent; famous celebrity; fan supporter; farm farmer',
	'fast quick rapid; father parent mother; favorite prefer best; feed food',
	'film cinema documentary; fire burn; fix repair mend; flood storm hurricane',
	'flower plant garden bloom; friend buddy pal friendship; furniture couch sofa table',
	// G.
	'game gaming; gift present; glad happy delighted; glasses eyeglasses',
	'government politics political election; grandmother grandfather grandparent; grow growth',
	'guest visitor; guitar instrument',
	// H.
	'habit routine; hate dislike; health healthy wellness; hike hiking trail trek',
	'hobby pastime interest; home house; homeless shelter; hotel resort hostel',
	// I.
	'identity self; idea concept; important significant; improve improvement progress better',
	'injure injury; inspire inspiration motivate motivation; interview job',
	// J.
	'jog jogging run running marathon; jewelry necklace bracelet ring; journal diary',
	// L.
	'language linguistic; lawyer attorney; leader captain; letter note; library book',
	'lose lost misplace; love adore; lunch meal',
	// M.
	'machine device; marathon race; market store shop; meditate meditation mindfulness yoga',
	'meet met encounter; memory memories nostalgia; mental psychological therapy',
	'military army soldier veteran; money cash financial finance; mountain peak climb',
	'move relocate relocation; movie cinema; music song tune',
	// N.
	'neighborhood community; news announcement; novel book; nurse doctor',
	// O.
	'office workplace; online internet web; opinion view thought; organization organisation group',
	'outdoor outdoors outside',
	// P.
	'paint painting painter art canvas drawing; pet animal; phone call',
	'photo photographer picture image camera; picnic park; play perform; poem poetry poet',
	'popular famous; pottery clay ceramic; practice practise rehearse train',
	'pregnant pregnancy expecting; prize award trophy medal; problem issue trouble; product item',
	'promote promotion; protect preserve conservation; protest rally march activism activist',
	'proud pride',
	// Q.
	'quit leave resign',
	// R.
	'rain weather; read book reading; rehearsal practice; remodel renovate renovation; rent lease',
	'research study; restaurant diner eatery; retire retirement; rich wealthy; road route',
	// S.
	'save saving; scenery view landscape; school class; science scientist; score point; sell sale',
	'sew knit; share tell; shoe sneaker boot; shop store boutique; sick ill unwell',
	'sing singer singing; skill talent ability; sleep nap rest insomnia; small little tiny',
	'smart clever intelligent; snack treat; soccer football; song track; speech talk presentation',
	'sport athlete athletic; stay remain; story tale; street road; strong strength; student pupil',
	'success successful; sunset sunrise; surprise unexpected; swim swimming pool',
	// T.
	'tea drink; teacher instructor professor; team squad; technology tech; teenager teen',
	'test exam; thank grateful; tired exhausted fatigue; tool equipment; tour tourist sightseeing',
	'toy doll; traffic commute; transgender lgbtq queer gay; travel trip vacation journey visit',
	'tree forest woods; try attempt',
	// U.
	'unemployed jobless',
	// V.
	'vacation getaway trip; vet veterinarian; video clip',
	// W.
	'walk stroll; wallet purse; war conflict; watch see; water lake river; website site',
	'weight pound kilogram; win victory; wine beer; winter snow; woman female; world global',
	'write writing writer; wrong incorrect',
	// Y.
	'yard garden; young youth',
	// Health, home and money.
	'surgery operation; medicine medication drug pill prescription; hurt injure injury wound',
	'haircut hair; tattoo ink; roommate flatmate; loan debt mortgage; insurance coverage',
	'meeting appointment call; deadline due; schedule calendar agenda timetable',
	'budget expense spending saving; tax irs',
	// Programs.
	'password login credential; bug error issue crash; deploy deployment release publish',
	'test testing coverage; endpoint api route; database schema table query',
	'library package dependency; framework library',
	// Study and work.
	'layout design style; essay paper draft thesis; chapter section; resume cv application',
	'language fluent',
	// Programs once more.
	'performance speed optimize; security secure authentication authorization',
	'server host hosting; refactor rewrite restructure',
	// Work, money and home.
	'translate translation translator; subscription membership; feedback review comment',
	'customer client; employee staff worker; lecture seminar conference',
	'invest investment stock portfolio; contract agreement deal; sponsor sponsorship endorsement',
	'will estate inheritance; divorce separated breakup; ex former',
	'visa passport immigration immigrate; refugee migrant'
];
