import { roleNames, roles } from '../../../../kernel/role.ts'
import {
  ReadRoles,
  type RoleAct,
  type RoleArea,
  type RoleCall,
  roleActsIn,
  roleAreasOf,
} from '../../../../modules/settings/staff/roles.contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { Title } from '../../kit/Title.tsx'

export default function Roles() {
  const { data, ...rest } = useQueryCall(ReadRoles, {})
  return (
    <>
      <Title intro="Che cosa può fare ogni ruolo, letto dalle regole che il server applica. Il ruolo di ogni persona si sceglie in Utenti Admin.">
        Ruoli
      </Title>
      <DataTable
        caption="Ruoli e operazioni"
        columns={columns}
        of={{ ...rest, data: data && roleAreasOf(data) }}
        rowId={({ name }) => name}
        empty="Nessuna operazione"
      />
    </>
  )
}

const actWords: Record<RoleAct, string> = { read: 'legge', change: 'modifica', delete: 'elimina' }

const columns: DataColumn<RoleArea>[] = [
  { id: 'area', header: 'Che cosa', cell: (area) => <Area {...area} /> },
  ...roles.map((role) => ({
    id: role,
    header: roleNames[role],
    cell: (area: RoleArea) =>
      roleActsIn(area, role)
        .map(({ act, isWhole }) => actWords[act] + (isWhole ? '' : ' in parte'))
        .join(', ') || '—',
  })),
]

function Area({ name, calls }: RoleArea) {
  return (
    <details>
      <summary className="min-h-8 cursor-pointer font-medium">{areaNames[name] ?? name}</summary>
      <ul className="mt-1 grid max-w-md gap-1 text-sm wrap-anywhere">
        {calls.map((call) => (
          <li key={call.http}>
            <Call {...call} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Call({ http, least }: RoleCall) {
  return (
    <>
      <code>{http}</code> <span className="text-ink-soft">da {roleNames[least]}</span>
    </>
  )
}

/** Names of areas, by the part of the URL that identifies the area. Without a name, the page shows the part itself. */
const areaNames: Record<string, string> = {
  account: 'Il proprio account',
  'admin-users': 'Utenti admin',
  'ai-batches': 'Testi AI in serie',
  'ai-prompts': 'Prompt AI',
  'ai-settings': 'Impostazioni AI',
  'api-configurations': 'Chiavi delle API esterne',
  audit: 'Registro modifiche',
  'availability-requests': 'Richieste di disponibilità',
  'blog-categories': 'Categorie del blog',
  'blog-posts': 'Articoli del blog',
  bookings: 'Prenotazioni',
  'bulk-pricing': 'Prezzi in blocco',
  'bulk-routes': 'Creazione tratte in blocco',
  'calculate-route-details': 'Calcolo di distanza e durata',
  calendar: 'Calendario',
  'calendar-feed': 'Calendario da abbonare',
  'company-settings': 'Impostazioni azienda',
  contacts: 'Messaggi',
  'correlated-routes': 'Tratte correlate',
  customers: 'Clienti',
  dashboard: 'Cifre di Oggi',
  'distance-matrix': 'Distanze',
  driver: 'Viaggi dell’autista',
  'email-configurations': 'Configurazione email',
  'email-messages': 'Email inviate',
  events: 'Aggiornamenti in tempo reale',
  'fare-settings': 'Impostazioni tariffe',
  'generate-ai-content': 'Testi AI',
  'generate-location-ai-content': 'Testi AI delle località',
  'generate-route-ai-content': 'Testi AI delle tratte',
  'google-analytics-configurations': 'Google Analytics',
  indexnow: 'IndexNow',
  jobs: 'Operazioni lunghe',
  leads: 'Richieste',
  locations: 'Località',
  'login-links': 'Link di accesso degli autisti',
  logout: 'Uscita',
  'mail-samples': 'Esempi di email',
  'newsletter-subscriptions': 'Iscritti alla newsletter',
  'not-found': 'Pagine non trovate',
  outbox: 'Eventi',
  'page-checks': 'Controlli delle pagine',
  'periodic-tasks': 'Operazioni periodiche',
  photos: 'Foto',
  places: 'Ricerca di luoghi',
  'price-lists': 'Listini',
  privacy: 'Dati personali: ricerca, esportazione e cancellazione',
  redirects: 'Reindirizzamenti',
  roles: 'Ruoli',
  'route-prices': 'Tratte',
  session: 'La propria sessione',
  sessions: 'Sessioni aperte',
  'sign-in-rules': 'Regole di accesso',
  'similar-texts': 'Testi simili',
  'site-settings': 'Modalità live',
  sitemap: 'Sitemap',
  system: 'Stato del sistema',
  taps: 'Tocchi su chiamata e WhatsApp',
  'text-drafts': 'Bozze AI',
  'transfer-types': 'Tipologie transfer',
  translations: 'Traduzioni',
  uploads: 'Immagini',
}
