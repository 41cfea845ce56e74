import { useState } from 'react'
import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { EnterPart } from '../../kit/ActForm.tsx'
import { FormMoment } from '../../kit/FormMoment.tsx'
import { PrefixNote } from './PrefixNote.tsx'
import type { ReplyParts } from './useReply.ts'

/** Records a call with its outcome. If nobody answered, the lead still waits for an answer. */
export function CallReply({ lead, form, shared: { answer, isPending } }: ReplyParts) {
  const callBackAt = form.rhf.watch('callBackAt')
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
        <EnterPart
          onEnter={() => {
            if (callBackAt) answer({ outcome: 'callBack', isMovingOn: true })
          }}
        >
          <FormMoment form={form} name="callBackAt" isRequired />
          <Button look="sea" type="submit" disabled={isPending || !callBackAt}>
            Salva
          </Button>
        </EnterPart>
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
