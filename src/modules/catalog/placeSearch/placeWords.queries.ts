import { foldedName } from '../../../kernel/pasted.ts'

// Words for places and rides in four languages, so that a place needs no alias such as `Flughafen Brindisi`.

const list = (words: string) => words.split(/\s+/).filter(Boolean)

/** Prepositions, articles and pronouns. The search ignores them when it compares names. */
const small = new Set(
  list(`di del dello della dei degli delle dell d da dal dallo dalla dai dagli dalle dall a ad al allo alla ai agli alle
    all in nel nello nella nei negli nelle nell il lo la i gli le l un una uno per con e ed su sul presso pressi vicino
    vicina vicini vicinanze dintorni
    the of at on near nearby by from to and our my an is
    von vom zu zum zur nach ab an am auf bei beim nahe naehe umgebung im der die das den dem des und unser unsere mein
    de du des au aux en et vers pour depuis pres proche environs alentours chez les notre mon ma un une verso`),
)

/** Articles. An article and one word make the name of a house or street, as in `Hotel Le Noci`. */
const articles = new Set(list('il lo la i gli le l del delle dei degli della dello the der die das les'))

/** A text with one of these words between two places describes a ride. */
const directions = new Set(list('to nach vers verso'))

/** A text with one of these words means something near the place, such as a house outside the town. */
const nearness = new Set(
  list(`near nearby vicino vicina vicini vicinanze presso pressi dintorni nahe naehe umgebung bei pres proche environs
    alentours`),
)

/** Words about the ride, which do not help to find the place. */
const travel = new Set(
  list(`transfer transfers trasferimento trasferimenti taxi ncc shuttle navetta navette private privato privata privat
    prive pick up pickup drop off dropoff going go get me us we i want need ride trip travel car auto driver chauffeur
    autista fahrer fahrt reise trajet viaggio corsa abholung anreise abreise ankunft abflug arrival arrivals arrivo arrivi
    arrivee arrivees departure departures partenza partenze depart departs buchen prenota prenotare book booking
    reserver`),
)

/** Words that describe a part of a town or a hub. The search finds a name even if visitors add or omit such a word. */
const descriptors = new Set(
  list(`centro center centre zentrum stadtzentrum stadtmitte innenstadt altstadt downtown city citta town stadt ville
    paese comune gemeinde commune storico storica historic historical historique old vecchia vecchio vieille vieux
    spiaggia spiagge beach beaches strand straende strande plage plages mare sea seaside meer mer
    central centrale centrali international internazionale internationale intl terminal principale main
    nature natural naturale naturelle naturel`),
)

/** Regions, countries and codes of provinces. */
const regions = new Set(
  list('italia italy italien italie puglia apulia apulien pouilles salento salent it br ba ta bt fg'),
)

const streets = new Set(
  list(`via viale corso piazza piazzetta piazzale largo vico vicolo strada contrada lungomare statale provinciale
    street road avenue square strasse platz rue avenue route place boulevard`),
)

const lodgings = new Set(
  list(`hotel hotels albergo alberghi b bb bnb masseria masserie villa villas ville resort agriturismo tenuta casa case
    palazzo residence camping campeggio campingplatz apartment apartments appartamento appartement ferienwohnung
    ferienhaus unterkunft wohnung haus airbnb trullo trulli gite location vacances chambre hotes hostel ostello relais
    dimora club suite suites rooms guesthouse pension house home village villaggio`),
)

/** Words that occur in many names and therefore identify no place on their own. */
const common = new Set(
  list(`borgo lido capo colle fonti bagno verde bianca bianco ponte marina torre punta selva rosa grande nuova nuovo
    santo casino campo monte valle fontana`),
)

/** Words for each kind of place in several languages, with misspellings. The search treats each word as its kind. */
const kinds = {
  aeroporto: `aeroporti areoporto aereoporto aerop airport airports flughafen flugplatz aeroport aeroports aeropuerto`,
  stazione: `staz stazioni station bahnhof hauptbahnhof zugbahnhof hbf bhf gare ferrovia ferroviaria ferroviario
    ferroviaire railway rail train trains treno treni zug sncf fs ffss trenitalia`,
  porto: `p port hafen harbour harbor faehrhafen fahrhafen kreuzfahrthafen seehafen yachthafen jachthafen ferry ferries
    traghetto traghetti faehre fahre cruise cruises crociera crociere croisiere croisieres imbarco imbarchi`,
  terme: 'terma therme thermen thermes thermal spa',
  baia: 'bay bucht baie',
  grotta: 'grotte grotto cave caves cava hoehle hohle quarry steinbruch carriere',
  lago: 'laghi lake lakes see seen lac lacs',
  faro: 'lighthouse leuchtturm phare',
  parco: 'riserva park parc naturpark reserve naturschutzgebiet',
  ponte: 'bridge brucke bruecke pont',
  torre: 't',
  san: 's ss st sta ste sto santo santa sant santi saint sainte sankt',
}
export type Kind = keyof typeof kinds

const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, words]) =>
    [kind, ...list(words)].map((word) => [word, kind as Kind]),
  ),
)
const hubWords = new Set<string>(['aeroporto', 'stazione', 'porto'])

/** For each kind of place, the words in all languages by which the search finds places of this kind. */
export const synonymsOf = new Map(
  Object.entries(kinds).map(([kind, words]) => [
    kind,
    [kind, ...list(words)].filter((word) => word.length >= 3),
  ]),
)

/**
 * Towns, regions and countries outside the served area, never taken for misspelt names: Lecco is not Lecce. All towns of
 * Puglia and Basilicata in the list are more than 30 km by road from the places of the bundled routes. A town with a name
 * of several words has the word that no place of the area contains: `rotondo` for San Giovanni Rotondo.
 */
export const elsewhere = new Set(
  list(`roma rome rom fiumicino ciampino fco ostia civitavecchia tivoli viterbo rieti latina frosinone cassino fiuggi gaeta
    sperlonga napoli naples neapel capodichino pozzuoli caserta benevento avellino salerno sorrento amalfi positano ravello
    pompei pompeii pompeji ercolano paestum cilento capri ischia procida castellammare nocera battipaglia
    milano milan mailand malpensa mxp linate orio bergamo bgy brescia como lecco monza pavia cremona mantova mantua varese
    lodi sondrio livigno bormio sirmione desenzano garda gardasee bellagio
    torino turin novara asti cuneo alessandria vercelli biella verbania stresa aosta courmayeur
    venezia venice venedig venise mestre verona padova padua padoue vicenza treviso rovigo belluno cortina jesolo chioggia
    udine trieste triest pordenone gorizia trento trient bolzano bozen merano meran bressanone brixen
    genova genoa genua genes savona imperia sanremo spezia portofino rapallo alassio
    bologna bologne parma modena reggio ferrara ravenna forli rimini riccione cesena cesenatico piacenza faenza imola
    firenze florence florenz siena sienne pisa pise lucca livorno arezzo grosseto prato pistoia viareggio elba toscana tuscany
    toskana toscane perugia terni assisi assise orvieto spoleto umbria urbino ancona macerata ascoli pesaro fano senigallia
    loreto aquila pescara chieti teramo sulmona vasto abruzzo campobasso isernia termoli molise
    foggia cerignola lucera manfredonia vieste peschici gargano tremiti rotondo severo margherita
    andria barletta trani bisceglie canosa spinazzola
    potenza matera policoro maratea melfi venosa lagonegro lauria basilicata
    cosenza catanzaro crotone tropea vibo lamezia sibari rossano scilla calabria kalabrien calabre
    palermo palerme catania messina siracusa syracuse taormina trapani agrigento ragusa cefalu marsala sicilia sicily
    sizilien sicile cagliari sassari olbia alghero nuoro oristano sardegna sardinia sardinien sardaigne
    lazio campania lombardia veneto piemonte liguria
    paris parigi lyon lione nice nizza marseille marsiglia bordeaux toulouse tolosa strasbourg strassburg strasburgo lille
    nantes cannes monaco montecarlo
    london londra londres heathrow gatwick stansted manchester edinburgh edimburgo dublin dublino
    berlin berlino hamburg amburgo frankfurt francoforte muenchen munchen munich koeln koln cologne stuttgart
    stoccarda duesseldorf dusseldorf hannover nuernberg nurnberg norimberga leipzig dresden bremen
    zurich zuerich zurigo bern berna basel basilea geneva geneve genf ginevra lugano lausanne losanna luzern lucerna
    wien vienna vienne salzburg salisburgo innsbruck graz linz
    bruxelles brussels brussel bruessel amsterdam rotterdam luxembourg lussemburgo
    madrid barcelona barcellona barcelone sevilla siviglia valencia lisbona lisbon lissabon lisbonne
    praga prague prag budapest varsavia warsaw warschau ljubljana lubiana zagreb zagabria split spalato dubrovnik
    athens athen athenes atene patras patrasso igoumenitsa corfu korfu turchia turkey tuerkei turkei turquie istanbul grecia
    greece griechenland grece albania albanien albanie durazzo durres valona vlora saranda tirana montenegro croazia croatia
    kroatien malta francia france frankreich germania germany deutschland allemagne svizzera switzerland schweiz suisse
    austria oesterreich autriche`),
)

/** Phrases, each with the word that replaces it; a space removes the phrase. */
const phrases: [RegExp, string][] = [
  [/\b(?:gare maritime|stazione marittima|maritime station)\b/g, 'porto'],
  [
    /\b(?:bus station|gare routiere|busbahnhof|autostazione|stazione (?:degli )?autobus|bus terminal)\b/g,
    'autobus',
  ],
  [/\bstation balneaire\b/g, ' '],
  [/\b(?:province|provincia|provinz)(?: (?:of|di|de))? (\w+)\b/g, ' '],
]

const letters = new Map(Object.entries({ ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o' }))

/**
 * Returns a text for comparison, in lower case, without accents and with spaces instead of other characters. Wide letters,
 * which Japanese and Chinese keyboards write, become common ones.
 */
export function normalized(text: string): string {
  return foldedName(text)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[łßæœø]/g, (letter) => letters.get(letter) ?? '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** Returns a word without details that are often misspelt, such as double consonants. */
export const folded = (word: string) =>
  word
    .replace(/(.)\1+/g, '$1')
    .replace(/[yj]/g, 'i')
    .replace(/k/g, 'c')
    .replace(/w/g, 'v')
    .replace(/ph/g, 'f')

export interface Word {
  /** The word in its normalized spelling. */
  text: string
  /** The form that searches compare. All words for a kind of place have one key: Flughafen has `aeroporto`. */
  key: string
  isSmall: boolean
  isArticle: boolean
  isDirection: boolean
  /** True for a word such as `near`. */
  isNear: boolean
  isTravel: boolean
  isDescriptor: boolean
  /** A region, a country, the code of a province, a postcode or a number. */
  isAddition: boolean
  isStreet: boolean
  isLodging: boolean
  isElsewhere: boolean
  isHubKind: boolean
  /** True if the word alone identifies no place. */
  isCommon: boolean
  /** True if the word is certainly meant as an IATA code. */
  isCode?: boolean
}

export function wordOf(text: string): Word {
  const key = kindOf.get(text) ?? text
  const isHubKind = hubWords.has(key)
  return {
    text,
    key,
    isSmall: small.has(text),
    isArticle: articles.has(text),
    isDirection: directions.has(text),
    isNear: nearness.has(text),
    isTravel: travel.has(text),
    isDescriptor: descriptors.has(text),
    isAddition: regions.has(text) || /^\d+[a-z]?$/.test(text),
    isStreet: streets.has(text),
    isLodging: lodgings.has(text),
    isElsewhere: elsewhere.has(text),
    isHubKind,
    isCommon: [kindOf, lodgings, common, descriptors, travel, regions].some((words) => words.has(text)),
  }
}

/** Returns the words of a text after the replacements of `phrases`. */
export function wordsOf(text: string): Word[] {
  const joined = phrases.reduce((rest, [phrase, word]) => rest.replace(phrase, word), normalized(text))
  return joined.split(' ').filter(Boolean).map(wordOf)
}

/** Road names with two towns, as in `Strada provinciale Lecce-Cavallino`. Such a road is in neither town. */
const roads = /\b(?:via|strada|provinciale|statale|sp|ss)\b[^,;]*?\p{L}-\p{L}+/giu

/** Splits an address into parts. Omits `roads`, texts in parentheses and codes of provinces at the end of a part. */
export function partsOf(text: string): Word[][] {
  return text
    .replace(roads, ' ')
    .split(/[,;–|>→]|\s-\s/)
    .map((part) => wordsOf(part.replace(/\([^)]*\)/g, ' ').replace(/\s(LE|BR|TA|BA|BT|FG)\s*$/, '')))
    .filter((words) => words.length > 0)
}

/** Returns the words without articles and prepositions, or all words if nothing else remains. */
export function tellingOf(words: readonly Word[]): Word[] {
  const telling = words.filter(({ isSmall }) => !isSmall)
  return telling.length > 0 ? telling : [...words]
}

/** Names share a key if they differ only in word order, articles, prepositions or the language of the kind of place. */
export const keyOf = (words: readonly Word[]) =>
  [...new Set(tellingOf(words).map(({ key }) => key))].sort().join(' ')
