import { useState } from 'react'
import { eventNames, needsKm } from '../../../../modules/trips/driving/order.contract.ts'
import type { DriverEventName } from '../../../../modules/trips/trips/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { CommandForm } from '../../kit/UnshownErrors.tsx'

interface KmDialogProps {
  event: DriverEventName
  /** Least reading of the odometer in km: the reading at the start of the trip; 0 if there is none yet. */
  least: number
  /** Error of the report; omitted for a driver, whose phone may send the report later. */
  refusal?: unknown
  onReport: (km: number | null) => void
  onClose: () => void
}

/** Asks for the reading of the odometer. Checks the reading here, because the server may be unreachable. */
export function KmDialog({ event, least, refusal, onReport, onClose }: KmDialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const report = () => {
    const digits = text.replace(/[\s.]/g, '')
    if (digits === '' && !needsKm(event)) return onReport(null)
    if (!/^\d{1,7}$/.test(digits)) return setError('Scrivi i chilometri del contachilometri, senza decimali')
    if (Number(digits) < least)
      return setError(`Sono meno di quelli alla partenza (${least}): controlla il contachilometri`)
    onReport(Number(digits))
  }
  return (
    <Dialog
      title={event === 'noShow' ? 'Il cliente non si è presentato?' : eventNames[event]}
      intro={event === 'noShow' ? 'Il viaggio si chiude e non si può riaprire.' : undefined}
      onClose={onClose}
    >
      <CommandForm
        error={refusal ?? null}
        noValidate
        className="grid gap-4"
        onSubmit={(submit) => {
          submit.preventDefault()
          report()
        }}
      >
        <TextField
          label="Chilometri sul contachilometri"
          name="km"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          aria-required={needsKm(event)}
          value={text}
          error={error}
          onChange={({ target }) => setText(target.value)}
        />
        <Button look="sun" type="submit" className="min-h-18 w-full text-xl">
          {eventNames[event]}
        </Button>
      </CommandForm>
    </Dialog>
  )
}
