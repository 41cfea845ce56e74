// Labels of acts and fields that only earlier versions recorded. Their entries stay.

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
