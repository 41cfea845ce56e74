import type { Command } from '../../../../kernel/message.ts'
import {
  DropUnreadableMail,
  ListUnreadableMails,
  RetryUnreadableMail,
  type UnreadableMail,
} from '../../../../modules/integrations/mailbox/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { showDateTime } from '../../kit/format.ts'
import { List } from '../../kit/ListScreen.tsx'
import { RowActions } from '../../kit/RowAction.tsx'
import { RowCommand } from '../../kit/RowCommand.tsx'

const columns: DataColumn<UnreadableMail>[] = [
  {
    id: 'sender',
    header: 'Da',
    cell: ({ fromName, fromAddress }) => (
      <span className="wrap-anywhere">
        {fromName && <span className="block">{fromName}</span>}
        {fromAddress || (fromName ? '' : 'mittente sconosciuto')}
      </span>
    ),
  },
  { id: 'subject', header: 'Oggetto', cell: ({ subject }) => subject || 'sconosciuto' },
  {
    id: 'arrivedAt',
    header: 'Arrivato',
    cell: ({ arrivedAt }) => (arrivedAt ? showDateTime(arrivedAt) : 'sconosciuto'),
  },
  { id: 'reason', header: 'Perché', cell: ({ reason }) => reason },
  actionsColumn((mail) => (
    <RowActions>
      <Act mail={mail} command={RetryUnreadableMail} word="Riprova" done="Si riprova entro un minuto" />
      <Act mail={mail} command={DropUnreadableMail} word="Letto nella casella" done="Tolto dall’elenco" />
    </RowActions>
  )),
]

/** Lists the mails that the worker gave up; shows nothing without such a mail. */
export function UnreadableMails() {
  const mails = useQueryCall(ListUnreadableMails, {})
  if (!mails.data?.total) return null
  return (
    <section aria-labelledby="non-si-leggono" className="mb-8">
      <h2 id="non-si-leggono" className="mb-1 text-lg">
        Messaggi che non si leggono
      </h2>
      <p className="mb-3">
        Questi messaggi non si leggono: apri la casella e leggili lì. Gli altri arrivano come sempre.
      </p>
      <List
        caption="Messaggi che non si leggono"
        query={ListUnreadableMails}
        isWhole
        columns={columns}
        empty=""
      />
    </section>
  )
}

interface ActProps {
  mail: UnreadableMail
  command: typeof RetryUnreadableMail | typeof DropUnreadableMail
  word: string
  done: string
}

function Act({ mail: { id, subject }, command, word, done }: ActProps) {
  return (
    <RowCommand<Command>
      command={command}
      input={{ id }}
      done={done}
      failed="Impossibile: riprova tra poco"
      renews={[ListUnreadableMails.http]}
    >
      {word}
      <span className="sr-only"> {subject}</span>
    </RowCommand>
  )
}
