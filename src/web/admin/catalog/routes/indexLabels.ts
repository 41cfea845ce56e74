import type { GateReason } from '../../../../modules/catalog/routes/contract.ts'

/** Italian texts for the reasons why a page is not indexed. */
export const barriers: Record<GateReason, string> = {
  text: 'testi troppo brevi: servono almeno 100 parole tra descrizione e informazioni turistiche',
  distance: 'distanza non verificata',
  prices: 'prezzi auto o van mancanti',
  duplicate: 'testi quasi uguali a quelli di un’altra tratta',
}

export const shortBarriers: Record<GateReason, string> = {
  text: 'testi brevi',
  distance: 'distanza da verificare',
  prices: 'prezzi mancanti',
  duplicate: 'testi doppi',
}
