/** The keys that useGridInput.ts and CellEditor.tsx handle, for the list shown to staff. */
export const keyMap: { keys: string; does: string }[] = [
  { keys: '↑ ↓ ← →', does: 'Vai alla cella vicina' },
  { keys: 'Ctrl + ↑ ↓ ← →', does: 'Vai all’inizio o alla fine della colonna o della riga' },
  { keys: 'Home · Fine', does: 'Prima o ultima cella della riga' },
  { keys: 'Ctrl + Home · Ctrl + Fine', does: 'Prima o ultima cella della tabella' },
  { keys: 'Pag ↑ · Pag ↓', does: 'Una schermata in su o in giù' },
  { keys: 'Tab · Maiusc + Tab', does: 'Cella successiva o precedente' },
  { keys: 'Esc, poi Tab', does: 'Esci dalla tabella' },
  { keys: 'Maiusc + ↑ ↓ ← →', does: 'Allarga o restringi la selezione' },
  { keys: 'Maiusc + Spazio · Ctrl + Spazio', does: 'Seleziona la riga o la colonna' },
  { keys: 'Ctrl + A', does: 'Seleziona tutto' },
  { keys: 'Cifre', does: 'Scrivi un nuovo prezzo al posto di quello che c’è' },
  {
    keys: 'Invio · F2',
    does: 'Modifica il prezzo della cella; sulla tratta, apri la sua scheda; nell’ultima colonna, scegli tra prezzi propri e come l’andata',
  },
  { keys: 'Invio · Tab (mentre scrivi)', does: 'Conferma e vai sotto o a destra' },
  { keys: 'Esc (mentre scrivi)', does: 'Lascia il prezzo com’era' },
  { keys: 'Canc · Backspace', does: 'Togli il prezzo: diventa “su richiesta”' },
  {
    keys: 'Ctrl + C · Ctrl + X · Ctrl + V',
    does: 'Copia, taglia e incolla, anche da e verso Excel e Fogli Google',
  },
  { keys: 'Ctrl + D', does: 'Riempi in basso con la prima riga della selezione' },
  { keys: 'Ctrl + Z · Ctrl + Maiusc + Z · Ctrl + Y', does: 'Annulla e ripeti' },
  { keys: 'Ctrl + S', does: 'Rivedi e salva le modifiche' },
  { keys: 'Ctrl + /', does: 'Mostra questi tasti' },
]
