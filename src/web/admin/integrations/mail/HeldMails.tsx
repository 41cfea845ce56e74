import { useState } from 'react'
import {
  DropHeldMessages,
  ListEmailMessages,
  ReadMailStatus,
  SendHeldMessages,
} from '../../../../modules/integrations/mail/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { mailCount } from './mailLabels.ts'

export function HeldMails() {
  const status = useQueryCall(ReadMailStatus, {})
  const [asked, setAsked] = useState<'send' | 'drop' | null>(null)
  const close = () => setAsked(null)
  const renews = [ListEmailMessages.http]
  const send = useCommandCall(SendHeldMessages, {
    done: ({ sent }) => `${mailCount(sent)} in partenza`,
    failed: 'Impossibile inviare le email trattenute',
    renews,
    onDone: close,
  })
  const drop = useCommandCall(DropHeldMessages, {
    done: ({ dropped }) => `${mailCount(dropped)} ${dropped === 1 ? 'scartata' : 'scartate'}`,
    failed: 'Impossibile scartare le email trattenute',
    renews,
    onDone: close,
  })
  const held = status.data?.held ?? 0
  if (held === 0) return null
  return (
    <section
      aria-label="Email trattenute"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-sun-pale p-4"
    >
      <p className="min-w-60 flex-1">
        <span className="font-semibold">
          {mailCount(held)} {held === 1 ? 'trattenuta' : 'trattenute'}.
        </span>{' '}
        {held === 1 ? 'Non parte' : 'Non partono'} finché non decidi se{' '}
        {held === 1 ? 'inviarla o scartarla' : 'inviarle o scartarle'}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="sea" onClick={() => setAsked('send')}>
          Invia tutte le trattenute
        </Button>
        <Button look="plain" onClick={() => setAsked('drop')}>
          Scarta tutte le trattenute
        </Button>
      </div>
      {asked === 'send' && (
        <Confirm
          title={`Inviare ${mailCount(held)}?`}
          action="Invia"
          isPending={send.isPending}
          onConfirm={() => send.mutate({})}
          onClose={close}
        >
          Chi le riceve le vede con la data di oggi, anche se la richiesta è vecchia.
        </Confirm>
      )}
      {asked === 'drop' && (
        <Confirm
          title={`Scartare ${mailCount(held)}?`}
          action="Scarta"
          isPending={drop.isPending}
          onConfirm={() => drop.mutate({})}
          onClose={close}
        >
          Restano nell’elenco come scartate. Le richieste non cambiano.
        </Confirm>
      )}
    </section>
  )
}
