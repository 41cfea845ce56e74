import { useState } from 'react'
import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { MomentField } from '../../kit/MomentField.tsx'
import { PrefixNote } from './PrefixNote.tsx'
import type { Reply } from './useReply.ts'

/** Records a call with its outcome. If nobody answered, the lead still waits for an answer. */
export function CallReply({ lead, reply: { answer, isPending } }: { lead: LeadDetail; reply: Reply }) {
  const [callBackAt, setCallBackAt] = useState('')
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="grid gap-3">
      <div>
        <CallButton lead={lead} />
      </div>
      <fieldset className="flex flex-wrap items-end gap-2">
        <legend className="mb-1.5 font-medium text-sm">Com’è andata?</legend>
        <Button
          look="plain"
          data-send
          disabled={isPending}
          onClick={() => answer({ outcome: 'answered', isMovingOn: true })}
        >
          Ha risposto
        </Button>
        <Button
          look="plain"
          disabled={isPending}
          onClick={() => answer({ outcome: 'noAnswer', isMovingOn: true })}
        >
          Non risponde
        </Button>
        <Button look="plain" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
          Richiamare alle…
        </Button>
      </fieldset>
      {isAsking && (
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (callBackAt) answer({ outcome: 'callBack', isMovingOn: true, callBackAt })
          }}
        >
          <MomentField
            label="Richiamare alle"
            name="callBackAt"
            aria-required
            value={callBackAt}
            onChange={setCallBackAt}
          />
          <Button look="sea" type="submit" disabled={isPending || callBackAt === ''}>
            Salva
          </Button>
        </form>
      )}
    </div>
  )
}

function CallButton({ lead }: { lead: LeadDetail }) {
  const { links, phone } = lead
  if (!links.call)
    return (
      <>
        <p className="wrap-anywhere">
          Questo numero non si legge, chiamalo a mano: <strong className="figures">{phone}</strong>
        </p>
        <PrefixNote lead={lead} />
      </>
    )
  return (
    <a href={links.call} aria-keyshortcuts="c" className={buttonClass('sea')}>
      Chiama {phone}
    </a>
  )
}
