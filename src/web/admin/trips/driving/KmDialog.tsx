import { Type } from '@sinclair/typebox'
import { titled } from '../../../../kernel/field.ts'
import { eventNames, needsKm } from '../../../../modules/trips/driving/order.contract.ts'
import { kilometresUnreadable } from '../../../../modules/trips/sheets/contract.ts'
import type { DriverEventName } from '../../../../modules/trips/trips/contract.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { type ActParts, actForm, fieldRefusal, SendButton } from '../../kit/ActForm.tsx'
import { FormText } from '../../kit/Form.tsx'

interface ReportProps {
  event: DriverEventName
  /** Least reading of the odometer in km: the reading at the start of the trip; 0 if there is none yet. */
  least: number
  /** Sends the report, or keeps it in the driver's phone, which may send it later. */
  onReport: (km: number | null) => unknown
}

/** Asks for the reading of the odometer. Checks the reading here, because the server may be unreachable. */
export function KmDialog({ onClose, ...report }: ReportProps & { onClose: () => void }) {
  const { event } = report
  return (
    <Dialog
      title={event === 'noShow' ? 'Il cliente non si è presentato?' : eventNames[event]}
      intro={event === 'noShow' ? 'Il viaggio si chiude e non si può riaprire.' : undefined}
      onClose={onClose}
    >
      <KmForm {...report} />
    </Dialog>
  )
}

const km = titled('Chilometri sul contachilometri', Type.String())
const needed = { input: Type.Object({ km }) }
const optional = { input: Type.Object({ km: Type.Optional(km) }) }
type Km = typeof needed | typeof optional

const KmForm = actForm<Km, ReportProps>({
  asked: ({ event }) => (needsKm(event) ? needed : optional),
  valuesOf: () => ({ km: '' }),
  send({ km: text = '' }, { event, least, onReport }) {
    // Drivers write blanks or points between the digits.
    const digits = text.replace(/[\s.]/g, '')
    if (digits === '' && !needsKm(event)) return onReport(null)
    if (!/^\d{1,7}$/.test(digits)) throw fieldRefusal('km', kilometresUnreadable)
    if (Number(digits) < least)
      throw fieldRefusal('km', `Sono meno di quelli alla partenza (${least}): controlla il contachilometri`)
    return onReport(Number(digits))
  },
  className: 'grid gap-4',
  Fields,
})

function Fields({ form, event }: ActParts<Km, ReportProps>) {
  return (
    <>
      <FormText form={form} name="km" inputMode="numeric" autoComplete="off" maxLength={12} />
      <SendButton form={form} look="sun" className="min-h-18 w-full text-xl">
        {eventNames[event]}
      </SendButton>
    </>
  )
}
