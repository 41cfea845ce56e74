/** How the states of a mail look, and what a mail is for. */
export const mailTones = {
  'in coda': 'info',
  'in invio': 'info',
  inviata: 'ok',
  consegnata: 'ok',
  respinta: 'bad',
  'non configurata': 'warn',
  scartata: 'quiet',
} as const

export const mailPurposes: Record<string, string> = {
  office: 'All’ufficio',
  receipt: 'Ricevuta al cliente',
  reminder: 'Promemoria all’ufficio',
  wish: 'Annullamento o modifica',
  newsletter: 'Newsletter',
}
