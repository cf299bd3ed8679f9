/** Everyday English words that may be meant by another: near equivalents, and what is a kind of what. Made by hand. */

import { stemWord } from '#core/search/words/stem.ts';

/** Whoever asks for one word of a row may have meant the others. */
const alike = `
accident crash injury; ache pain hurt sore; achieve accomplish achievement milestone; adopt adoption rescue;
advice tip suggestion recommendation guidance; afraid scared fear frightened; aim goal target plan;
airplane plane flight; album record vinyl; allergy allergic; amusing funny hilarious;
anger angry upset mad frustrated; anniversary celebrate celebration; answer reply respond response;
anxious anxiety nervous worried worry stress; apartment flat condo studio; appreciate grateful gratitude thankful;
argue argument fight quarrel; artist painter musician; assist help support aid; attend go visit join;
author writer novelist; baby newborn infant; bag backpack suitcase; bake baking cake cookie pastry;
band group musician; beach ocean sea coast shore; beautiful pretty gorgeous stunning; begin start launch;
belief faith religion spiritual; benefit advantage; big large huge; bike cycling ride; birthday party celebrate;
blog vlog post; boat sail ship kayak; boss manager supervisor; boyfriend girlfriend partner; brave courage;
break rest pause; brother sister sibling; build construct create; business company startup firm;
buy purchase bought order; calm relax peaceful relaxing unwind; camp camping tent; cancel postpone;
car vehicle drive truck; career job profession occupation work; cat kitten kitty;
challenge difficult difficulty obstacle struggle hard; charity fundraiser donate donation volunteer nonprofit;
cheap inexpensive affordable; child kid son daughter toddler; church temple mosque pray; city town;
class course lesson workshop training; clean tidy organize; clothes clothing outfit dress fashion;
coach trainer mentor; coffee cafe espresso latte; college university campus degree; colleague coworker teammate;
compete competition contest tournament match championship; computer laptop pc; concert gig show festival;
cook cooking recipe meal dish; cost price expense expensive; country nation abroad; couple marry marriage wedding;
cousin aunt uncle nephew niece relative; cure heal recover recovery treatment; dance dancing dancer ballet;
date romantic relationship; dead death die loss funeral grief; deal contract sponsor endorsement;
degree diploma graduate graduation; delicious tasty yummy; depressed sad unhappy; design designer;
destination place location; diet eat nutrition healthy; dinner supper meal; disease illness sick condition;
doctor physician hospital clinic checkup; dog puppy pup; dream hope wish aspiration; drink beverage;
earn income salary; education school study learn; elderly old senior; electronics gadget device; email mail;
emotion feeling; employ hire; end finish complete; engage engagement propose proposal; enjoy love like fun;
environment nature climate; error mistake bug fault; event occasion; exercise workout gym fitness;
exhibit exhibition gallery museum; explore discover exploration; fail failure; family relative parent;
famous celebrity; fan supporter; farm farmer; fast quick rapid; father parent mother; favorite prefer best; feed food;
film cinema documentary; fire burn; fix repair mend; flood storm hurricane; flower plant garden bloom;
friend buddy pal friendship; furniture couch sofa table; game gaming; gift present; glad happy delighted;
glasses eyeglasses; government politics political election; grandmother grandfather grandparent; grow growth;
guest visitor; guitar instrument; habit routine; hate dislike; health healthy wellness; hike hiking trail trek;
hobby pastime interest; home house; homeless shelter; hotel resort hostel; identity self; idea concept;
important significant; improve improvement progress better; injure injury; inspire inspiration motivate motivation;
interview job; jog jogging run running marathon; jewelry necklace bracelet ring; journal diary; language linguistic;
lawyer attorney; leader captain; letter note; library book; lose lost misplace; love adore; lunch meal;
machine device; marathon race; market store shop; meditate meditation mindfulness yoga; meet met encounter;
memory memories nostalgia; mental psychological therapy; military army soldier veteran; money cash financial finance;
mountain peak climb; move relocate relocation; movie cinema; music song tune; neighborhood community;
news announcement; novel book; nurse doctor; office workplace; online internet web; opinion view thought;
organization organisation group; outdoor outdoors outside; paint painting painter art canvas drawing; pet animal;
phone call; photo photographer picture image camera; picnic park; play perform; poem poetry poet; popular famous;
pottery clay ceramic; practice practise rehearse train; pregnant pregnancy expecting; prize award trophy medal;
problem issue trouble; product item; promote promotion; protect preserve conservation;
protest rally march activism activist; proud pride; quit leave resign; rain weather; read book reading;
rehearsal practice; remodel renovate renovation; rent lease; research study; restaurant diner eatery;
retire retirement; rich wealthy; road route; save saving; scenery view landscape; school class; science scientist;
score point; sell sale; sew knit; share tell; shoe sneaker boot; shop store boutique; sick ill unwell;
sing singer singing; skill talent ability; sleep nap rest insomnia; small little tiny; smart clever intelligent;
snack treat; soccer football; song track; speech talk presentation; sport athlete athletic; stay remain; story tale;
street road; strong strength; student pupil; success successful; sunset sunrise; surprise unexpected;
swim swimming pool; tea drink; teacher instructor professor; team squad; technology tech; teenager teen; test exam;
thank grateful; tired exhausted fatigue; tool equipment; tour tourist sightseeing; toy doll; traffic commute;
transgender lgbtq queer gay; travel trip vacation journey visit; tree forest woods; try attempt; unemployed jobless;
vacation getaway trip; vet veterinarian; video clip; walk stroll; wallet purse; war conflict; watch see;
water lake river; website site; weight pound kilogram; win victory; wine beer; winter snow; woman female;
world global; write writing writer; wrong incorrect; yard garden; young youth; surgery operation;
medicine medication drug pill prescription; hurt injure injury wound; haircut hair; tattoo ink; roommate flatmate;
loan debt mortgage; insurance coverage; meeting appointment call; deadline due; schedule calendar agenda timetable;
budget expense spending saving; tax irs; password login credential; bug error issue crash;
deploy deployment release publish; test testing coverage; endpoint api route; database schema table query;
library package dependency; framework library; layout design style; essay paper draft thesis; chapter section;
resume cv application; language fluent; performance speed optimize; security secure authentication authorization;
server host hosting; refactor rewrite restructure; translate translation translator; subscription membership;
feedback review comment; customer client; employee staff worker; lecture seminar conference;
invest investment stock portfolio; contract agreement deal; sponsor sponsorship endorsement; will estate inheritance;
divorce separated breakup; ex former; visa passport immigration immigrate; refugee migrant`;

/** Whoever asks for the kind (before the colon) may have meant what follows; not the other way round. */
const kinds = `
martial: karate judo taekwondo kickboxing boxing aikido;
pet animal: dog cat puppy kitten hamster rabbit turtle parrot bird fish snake horse;
sport: soccer basketball football tennis baseball hockey volleyball golf surfing skiing snowboarding swimming boxing cricket rugby;
instrument: guitar piano violin drum flute clarinet cello saxophone ukulele keyboard trumpet bass;
music genre: jazz rock pop classical rap country metal folk blues electronic;
outdoor activity: hiking camping fishing biking climbing kayaking surfing picnic skiing;
hobby: painting reading cooking gardening photography hiking gaming knitting dancing pottery writing;
art craft: painting sculpture drawing pottery sketch mural watercolor;
food dish meal cuisine: pizza pasta salad soup sushi curry taco burger sandwich chicken cake bread noodle steak;
dessert sweet: cake cookie pie chocolate brownie tart pudding cupcake;
drink: coffee tea wine beer juice smoothie cocktail soda; fruit: apple banana orange strawberry mango berry peach;
vegetable: tomato carrot lettuce pepper cucumber spinach;
country: canada england france germany italy spain japan china india mexico brazil australia ireland greece thailand;
city: london paris rome tokyo boston seattle chicago barcelona miami toronto;
state: california texas florida oregon washington minnesota michigan alaska colorado;
vehicle: car truck motorcycle bike bus van suv;
family relative: mother father sister brother aunt uncle cousin grandmother grandfather son daughter;
job career profession: teacher engineer nurse doctor lawyer designer developer manager counselor chef writer actor;
subject degree major: biology psychology engineering math history physics economics law;
exercise workout: yoga running gym weights pilates cardio swimming jogging;
book: novel trilogy series fantasy memoir biography mystery author;
movie: comedy thriller drama romance horror sequel trilogy; game: chess xbox playstation nintendo poker puzzle;
console: xbox playstation nintendo; holiday: christmas thanksgiving halloween easter;
season: spring summer autumn winter; weather: rain snow storm sunny hot cold;
religion faith: church god bible prayer christian buddhist;
symptom illness: fever cough headache pain flu cold nausea; injury: knee ankle back shoulder wrist sprain broken;
body: knee back arm leg shoulder heart stomach;
feeling emotion: happy sad proud anxious excited nervous grateful angry;
clothing: shirt dress shoes jacket hat sweater jeans; jewelry: necklace ring bracelet earrings;
furniture: couch table chair desk bed lamp shelf; plant: flower tree succulent cactus rose tulip herb sunflower;
flower: rose tulip sunflower lily orchid daisy; device gadget: phone laptop tablet camera watch headphones;
room: kitchen bedroom bathroom basement garage; accident: crash injury broken; reptile: snake turtle lizard gecko;
insect: bee ant butterfly spider; bird: parrot eagle owl crow hawk;
charity volunteer: shelter fundraiser donation homeless; disaster: flood fire earthquake hurricane storm;
celebration: birthday wedding anniversary graduation party;
place: park beach museum mountain lake cafe restaurant library; nature: forest mountain lake river beach waterfall;
language: english spanish french german japanese chinese italian; software: app website program;
tournament: championship final cup league match; degree: bachelor master phd diploma;
meat: chicken beef pork steak turkey; color: red blue green yellow purple pink orange black white;
dance: ballet salsa tango contemporary; money finance: budget loan debt savings mortgage;
government: mayor council congress policy; school: teacher student class homework;
material: wood metal glass leather clay; programming language: python javascript typescript java rust;
database: postgresql mysql sqlite mongodb redis; framework: react django flask express rails;
cloud hosting: aws azure heroku vercel`;

type Related = ReadonlyMap<string, ReadonlySet<string>>;

const stemsOf = (words: string): string[] => words.trim().split(/\s+/).map(stemWord);

const readTable = (): Related => {
	const related = new Map<string, Set<string>>();
	const relate = (asked: readonly string[], meant: readonly string[]): void => {
		for (const one of asked) {
			const known = related.get(one) ?? new Set();
			related.set(one, known);
			for (const other of meant) if (other !== one) known.add(other);
		}
	};
	for (const row of alike.split(';')) relate(stemsOf(row), stemsOf(row));
	for (const row of kinds.split(';')) {
		const [kind = '', members = ''] = row.split(':');
		relate(stemsOf(kind), stemsOf(members));
	}
	return related;
};

const table = readTable();
const none: ReadonlySet<string> = new Set();

/** The terms that may be meant by a term of a query; for most words none. */
export const relatedTerms = (term: string): ReadonlySet<string> => table.get(term) ?? none;
