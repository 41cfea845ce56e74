import type { LocationType } from '../search/contract.ts'

/** Texts used if staff have written none. Each text ends the sentence "Ti aspettiamo …". */
const usual: Record<LocationType, string> = {
  Aeroporto: 'nella sala arrivi, dopo il ritiro bagagli, con un cartello con il tuo nome',
  Stazione: 'all’uscita principale della stazione, con un cartello con il tuo nome',
  Porto:
    'all’uscita del terminal della tua nave, con un cartello con il tuo nome; il terminal te lo confermiamo prima del viaggio',
  Città: 'all’indirizzo che ci indichi',
  Attrazione: 'all’ingresso, o dove preferisci',
}

/** Returns the end of the sentence "Ti aspettiamo …". */
export function meetingPointWords(kind: LocationType, written: string | null): string {
  return (written ?? '').trim().replace(/\.$/, '') || usual[kind]
}
