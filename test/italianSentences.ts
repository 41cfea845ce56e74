// Finds Italian sentences in pages of other languages by their frequent words.

/** A text with one of these words is Italian. No place name and no other language contains them. */
const clear = words(`
  abbiamo adesso agli alberghi alla allo almeno altre altri anche ancora andata arrivi attesa autista autisti
  aziende bagagli bagaglio cambi cerca cerchi che chi chiama chiamaci chiedi chiudi comodo compresa comprese
  compresi compreso concordati condizioni conducente conferma conviene corsa corse costa così crociere dagli dai dal
  dalla dalle dati degli dello destinazione destinazioni devi devono domande dopo dove durata entro finché fino
  funziona giorni giorno gli gratuita gruppi guarda ha hai incolla indirizzo inoltre inserisci invia inviata invio
  loro mandaci meno mesi mezzi modifiche nei nella nelle nessun nessuna nessuno noi nostra nostri nostro numero oggi
  ogni operiamo oppure orari orario pagamento pagare paghi pagina partenza partire passeggeri passeggero 
  persona persone però più posti prenota prenotare prenotazione prezzi prezzo puoi quale quali quando quanti quanto
  quella quello questa queste questi questo recensioni ricevete ricevi richiesta risparmiate rispondiamo ritardo
  ritiri ritorno scegli scopri scrivi scrivici segui senza servizi servizio siamo sono sosta soste stella strada
  subito sul sulla sulle telefono ti torna traghetti tratta trattamento tratte trova tua tue tuo tuoi tutta tutte
  tutti tutto ufficio una uno valigia valigie vedi veicoli veicolo viaggi viaggia viaggiare viaggio vorrei vuoi è
`)
/** Words that place names contain too. A text with at least three different words of this list is Italian. */
const weak = words('al con da del dell della delle di il lo nel per su')

function words(list: string): Set<string> {
  return new Set(list.split(/\s+/).filter(Boolean))
}

/** Returns the Italian texts of a page: sentences, labels, the title and descriptions. */
export const italianSentences = (html: string): string[] => sentencesOf(html).filter(isItalian)

/** Returns all texts of a page: sentences, labels, the title and descriptions. */
export const sentencesOf = (html: string): string[] => [
  ...new Set(textsOf(html).flatMap((text) => text.split(/(?<=[.!?:;]) /))),
]

export function isItalian(text: string): boolean {
  // Letters beside a digit, a hyphen or a line belong to a code or a key, which may contain any word.
  const found = [...new Set(text.toLowerCase().match(/(?<![\p{L}\p{N}_-])\p{L}+(?![\p{L}\p{N}_-])/gu))]
  return found.some((word) => clear.has(word)) || found.filter((word) => weak.has(word)).length >= 3
}

const unseen =
  /<(script|style)\b[\s\S]*?<\/\1>|<(\w+)[^>]* translate="no"[^>]*>[\s\S]*?<\/\2>|<!--[\s\S]*?-->/g
const inline = /<\/?(?:a|abbr|b|br|em|i|small|span|strong|time)\b[^>]*>/g
const attributes = /\b(?:alt|aria-label|data-band|data-unit|placeholder|title)="([^"]*)"/g
const descriptions = /<meta (?:name|property)="[^"]*(?:description|title)" content="([^"]*)"/g

function textsOf(html: string): string[] {
  const page = html.replaceAll(unseen, '')
  const between = page.replaceAll(inline, '').split(/<[^>]*>/)
  const inTags = [attributes, descriptions].flatMap((pattern) =>
    Array.from(page.matchAll(pattern), ([, text = '']) => text),
  )
  return [...between, ...inTags]
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && !URL.canParse(text))
}
