import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  endpointEndLength,
  ListPushSubscriptions,
  OpenPushKey,
  type PushSubscription as Row,
  SavePushSubscription,
} from '../../../../modules/integrations/push/contract.ts'
import { call } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { CheckField } from '../../../ui/Field.tsx'
import { toast } from '../../../ui/toast.ts'
import { renew, sentenceOf, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showDateTime } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'
import { deviceOf } from '../../settings/staff/deviceOf.ts'
import { canPush, endOwnSubscription, ownSubscription, subscribe } from './browserPush.ts'

type Wishes = Pick<Row, 'isForNew' | 'isForOverdue'>

/** Switches the notifications of this browser on and off, and lists the browsers of the account. */
export function Notifications() {
  const client = useQueryClient()
  const rows = useQueryCall(ListPushSubscriptions, {})
  const own = useQuery({
    queryKey: ['ownSubscription'],
    queryFn: async () => (await ownSubscription())?.endpoint ?? '',
  })
  const isOwn = ({ endpointEnd }: Row) => own.data?.slice(-endpointEndLength) === endpointEnd

  async function act(done: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
      toast({ title: done })
    } catch (error) {
      const text = Notification.permission === 'denied' ? deniedText : sentenceOf(error)
      toast({ title: 'Impossibile cambiare le notifiche', text, tone: 'destructive' })
    }
    await client.invalidateQueries({ queryKey: ['ownSubscription'] })
    await renew(client, [ListPushSubscriptions.http])
  }

  async function save(wishes: Wishes): Promise<void> {
    const { publicKey } = await call<typeof OpenPushKey>(OpenPushKey.http, {})
    const { endpoint, keys } = (await subscribe(publicKey)).toJSON()
    await call<typeof SavePushSubscription>(SavePushSubscription.http, {
      endpoint: endpoint ?? '',
      p256dh: keys?.p256dh ?? '',
      auth: keys?.auth ?? '',
      userAgent: navigator.userAgent.slice(0, 400),
      ...wishes,
    })
  }

  if (!canPush()) return <p>{unableText}</p>
  return (
    <Answer of={rows} rows={1}>
      {({ items }) => {
        const row = items.find(isOwn)
        const change = (wishes: Partial<Wishes>) =>
          row && act('Notifiche aggiornate', () => save({ ...row, ...wishes }))
        return (
          <div className="grid gap-3">
            {row ? (
              <div>
                <CheckField checked={row.isForNew} onChange={() => void change({ isForNew: !row.isForNew })}>
                  Nuove richieste
                </CheckField>
                <CheckField
                  checked={row.isForOverdue}
                  onChange={() => void change({ isForOverdue: !row.isForOverdue })}
                >
                  Richieste senza risposta da dieci minuti
                </CheckField>
                <Button look="plain" onClick={() => void act('Notifiche disattivate', endOwnSubscription)}>
                  Disattiva in questo browser
                </Button>
              </div>
            ) : (
              <div>
                <Button
                  look="plain"
                  onClick={() =>
                    void act('Notifiche attivate', () => save({ isForNew: true, isForOverdue: true }))
                  }
                >
                  Attiva in questo browser
                </Button>
              </div>
            )}
            <Browsers rows={items} isOwn={isOwn} />
          </div>
        )
      }}
    </Answer>
  )
}

const deniedText = 'Il browser blocca le notifiche di questo sito: permettile nelle sue impostazioni.'
const unableText =
  'Questo browser non riceve notifiche. Su iPhone e iPad prima aggiungi il pannello alla schermata Home.'

function Browsers({ rows, isOwn }: { rows: Row[]; isOwn: (row: Row) => boolean }) {
  if (rows.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-wrap items-center gap-x-2">
          {deviceOf(row.userAgent)} {isOwn(row) && <Badge tone="info">questo</Badge>}
          <span className="text-ink-soft">
            {row.sentAt ? `ultima notifica il ${showDateTime(row.sentAt)}` : 'nessuna notifica finora'}
          </span>
          {row.failure && <Badge tone="bad">{row.failure}</Badge>}
        </li>
      ))}
    </ul>
  )
}
