import { adminPath, type PlainPath } from './kit/adminPath.ts'

export interface Section {
  label: string
  path: PlainPath
}

export interface Group {
  label: string
  sections: Section[]
}

/** Sections in the order of the side menu. */
export const groups: Group[] = [
  { label: '', sections: [{ label: 'Dashboard', path: '' }] },
  {
    label: 'Prenotazioni',
    sections: [
      { label: 'Richieste Disponibilità', path: 'richieste/' },
      { label: 'Calendario', path: 'calendario/' },
      { label: 'Clienti', path: 'clienti/' },
      { label: 'Provenienza', path: 'provenienza/' },
      { label: 'Email Ricevute', path: 'email-ricevute/' },
      { label: 'Modelli di Risposta', path: 'risposte/' },
    ],
  },
  {
    label: 'Viaggi',
    sections: [
      { label: 'Preventivi', path: 'preventivi/' },
      { label: 'Fogli di Servizio', path: 'fogli-di-servizio/' },
      { label: 'Veicoli', path: 'veicoli/' },
      { label: 'Autisti', path: 'autisti/' },
      { label: 'Giorni Chiusi', path: 'giorni-chiusi/' },
      { label: 'Recensioni', path: 'recensioni/' },
      { label: 'I Miei Viaggi', path: 'miei-viaggi/' },
    ],
  },
  {
    label: 'Tratte',
    sections: [
      { label: 'Lista Tratte', path: 'tratte/' },
      { label: 'Aggiungi Tratta', path: 'tratte/nuova/' },
      { label: 'Tipologie Transfer', path: 'tipologie-transfer/' },
      { label: 'Testi', path: 'testi/' },
      { label: 'Reindirizzamenti', path: 'reindirizzamenti/' },
    ],
  },
  {
    label: 'Località',
    sections: [
      { label: 'Lista Località', path: 'localita/' },
      { label: 'Aggiungi Località', path: 'localita/nuova/' },
    ],
  },
  {
    label: 'Blog',
    sections: [
      { label: 'Lista Articoli', path: 'blog/' },
      { label: 'Nuovo Articolo', path: 'blog/nuovo/' },
      { label: 'Categorie', path: 'blog/categorie/' },
      { label: 'Newsletter', path: 'newsletter/' },
    ],
  },
  {
    label: 'Configurazioni',
    sections: [
      { label: 'API Esterne', path: 'api-esterne/' },
      { label: 'Brevo Email', path: 'brevo-email/' },
      { label: 'Casella delle Risposte', path: 'casella-risposte/' },
      { label: 'Google Analytics', path: 'google-analytics/' },
      { label: 'Search Console', path: 'search-console/' },
      { label: 'IndexNow', path: 'indexnow/' },
    ],
  },
  {
    label: 'AI',
    sections: [
      { label: 'ChatGPT', path: 'ai/chatgpt/' },
      { label: 'Claude', path: 'ai/claude/' },
      { label: 'Bozze AI', path: 'ai/bozze/' },
      { label: 'Testi Simili', path: 'ai/testi-simili/' },
    ],
  },
  {
    label: 'Sistema',
    sections: [
      { label: 'Utenti Admin', path: 'utenti/' },
      { label: 'Ruoli', path: 'ruoli/' },
      { label: 'Modalità Live', path: 'modalita-live/' },
      { label: 'Stato del Sistema', path: 'stato/' },
      { label: 'Email Inviate', path: 'email/' },
      { label: 'Eventi', path: 'eventi/' },
      { label: 'Registro Modifiche', path: 'registro/' },
      { label: 'Privacy', path: 'privacy/' },
      { label: 'Accessi Aperti', path: 'accessi/' },
      { label: 'Il Mio Account', path: 'account/' },
    ],
  },
  {
    label: 'Gestione Bulk',
    sections: [
      { label: 'Modifica Prezzi', path: 'prezzimod/' },
      { label: 'Creazione Tratte', path: 'bulk-routes/' },
      { label: 'Listini', path: 'listini/' },
    ],
  },
  {
    label: '',
    sections: [
      { label: 'Impostazioni Azienda', path: 'azienda/' },
      { label: 'Foto', path: 'foto/' },
      { label: 'Lingue', path: 'lingue/' },
      { label: 'Impostazioni Tariffe', path: 'tariffe/' },
    ],
  },
]

/** First sections of those who may not open the dashboard: driver, editor and accountant. */
const firstPaths: PlainPath[] = ['miei-viaggi/', 'blog/', 'preventivi/']

export function firstPath({ opens }: { opens: (path: string) => boolean }): string {
  const first = firstPaths.find((path) => opens(adminPath(path)))
  return adminPath(first ?? 'account/')
}
