// What earlier versions recorded and this version does not. Their entries stay.

export const formerActs: Record<string, string> = {
  'catalog:priceListBegun': 'Listino iniziato',
  'catalog:priceListEnded': 'Listino finito',
  'leads:answerUndone': 'Risposta annullata',
  'settings:sessionEnded': 'Sessione chiusa',
}

export const formerFields: Record<string, string> = {
  accepted: 'Accettati',
  iataCode: 'Codice IATA',
  periodsOff: 'Periodi di riposo',
  zone: 'Zona',
}
