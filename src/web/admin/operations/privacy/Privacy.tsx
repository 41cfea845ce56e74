import {
  ErasePerson,
  ExportPerson,
  FindPerson,
  type Person,
} from '../../../../modules/operations/privacy/contract.ts'
import { call } from '../../../client.ts'
import { toast } from '../../../ui/toast.ts'
import { sentenceOf } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { CommandConfirm } from '../../kit/CommandConfirm.tsx'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { useDialog } from '../../kit/DialogPlace.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDate } from '../../kit/format.ts'
import { List } from '../../kit/ListScreen.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { Empty } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

const lettersMin = 3

const columns: DataColumn<Person>[] = [
  { id: 'name', header: 'Nome', cell: ({ names }) => names.join(', ') || '—' },
  { id: 'email', header: 'Email', cell: ({ email }) => email ?? '—' },
  {
    id: 'phone',
    header: 'Telefono',
    cell: ({ phone }) => <span className="figures whitespace-nowrap">{phone ?? '—'}</span>,
  },
  { id: 'leads', header: 'Richieste', align: 'right', cell: ({ leads }) => leads },
  {
    id: 'newsletter',
    header: 'Newsletter',
    cell: ({ isSubscribed }) => (isSubscribed ? <Badge tone="info">presente</Badge> : '—'),
  },
  { id: 'last', header: 'Ultima volta', cell: ({ lastSeenAt }) => showDate(lastSeenAt) },
  actionsColumn((person) => <Acts person={person} />),
]

export default function Privacy() {
  const address = useListAddress()
  const q = address.search
  return (
    <>
      <Title intro="Trova i dati di una persona, consegnali a chi li chiede, cancellali se lo chiede. Si risponde entro 30 giorni.">
        Privacy
      </Title>
      <FilterBar>
        <SearchBox label="Nome, email, telefono o testo" address={address} />
      </FilterBar>
      {q.length < lettersMin ? (
        <Empty>Scrivi almeno {lettersMin} caratteri: si cerca in richieste, note e iscrizioni.</Empty>
      ) : (
        <List
          caption="Persone trovate"
          query={FindPerson}
          isWhole
          input={{ q }}
          rowsOf={({ people }) => people}
          columns={columns}
          rowId={({ email, phone }) => `${email} ${phone}`}
          note={({ people, areMore }) =>
            areMore && (
              <p role="status" className="mb-3 text-ink-soft">
                Qui ci sono solo le {people.length} persone più recenti. Per trovare le altre scrivi di più:
                il nome intero, l’email o il telefono.
              </p>
            )
          }
          empty="Nessun dato trovato"
        />
      )}
    </>
  )
}

function Acts({ person }: { person: Person }) {
  const show = useDialog()
  const whose = <span className="sr-only"> i dati di {personName(person)}</span>
  return (
    <RowActions>
      <RowAction onClick={() => void exportData(person)}>Esporta{whose}</RowAction>
      <RowAction onClick={() => show((close) => <EraseConfirm person={person} onClose={close} />)}>
        Cancella{whose}
      </RowAction>
    </RowActions>
  )
}

function EraseConfirm({ person, onClose }: { person: Person; onClose: () => void }) {
  return (
    <CommandConfirm
      command={ErasePerson}
      input={whoIs(person)}
      title={`Cancellare tutti i dati di ${personName(person)}?`}
      action="Cancella tutto"
      done={({ leads, mails, newsletter, keptSheets }) =>
        `Dati cancellati. Richieste: ${leads}, email: ${mails}, iscrizioni: ${newsletter}${keptSheets > 0 ? `. Fogli di servizio che la legge fa tenere quindici giorni: ${keptSheets}, poi spariscono anche loro` : ''}`
      }
      failed="Impossibile cancellare i dati"
      renews={['GET /api/admin/']}
      onClose={onClose}
    >
      <p>
        Richieste, note, email e iscrizioni con {[person.email, person.phone].filter(Boolean).join(' o ')}{' '}
        spariscono per sempre. Il registro dice solo quante erano. I fogli di servizio dei viaggi fatti negli
        ultimi quindici giorni spariscono alla fine di quel termine, che la legge impone (21/1992, art. 11).
      </p>
    </CommandConfirm>
  )
}

const personName = ({ names, email, phone }: Person) => names[0] ?? email ?? phone ?? ''

const whoIs = ({ email, phone }: Person) => ({ ...(email ? { email } : {}), ...(phone ? { phone } : {}) })

async function exportData(person: Person): Promise<void> {
  try {
    const data = await call<typeof ExportPerson>(ExportPerson.http, whoIs(person))
    const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `dati-${personName(person)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')}.json`
    link.click()
    URL.revokeObjectURL(url)
    toast({ title: 'Dati esportati' })
  } catch (error) {
    toast({ title: 'Impossibile esportare i dati', text: sentenceOf(error), tone: 'destructive' })
  }
}
