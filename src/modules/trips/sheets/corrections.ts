import { audit } from '../../../kernel/audit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { CorrectServiceSheet, sheetCorrected } from './contract.ts'
import { findSheet, shownSheet } from './sheets.ts'
import { insertSheet, refuseBackwards } from './sheets.writes.ts'

export const correctServiceSheet = handle(CorrectServiceSheet, async (tx, form, caller, { clock }) => {
  const { id, reason, driverName, passengerName, from, to, startKm, endKm } = form
  const [old] = await tx<
    [{ parties: number }?]
  >`select parties from service_sheets where id = ${id} for update`
  const before = await findSheet(tx, id)
  if (!old || before.arrivalAt === null)
    throw new HttpError(409, 'Il viaggio non è ancora finito: il foglio si corregge dopo l’arrivo.')
  if (before.correctedByNumber !== null)
    throw new HttpError(409, `Il foglio è già corretto dal n. ${before.correctedByNumber}: correggi quello.`)
  const [departureAt, arrivalAt] = [new Date(form.departureAt), new Date(form.arrivalAt)]
  if (arrivalAt < departureAt) throw refusal('arrivalAt', 'L’arrivo viene dopo la partenza')
  if (arrivalAt > clock.now()) throw refusal('arrivalAt', 'L’arrivo non può essere nel futuro')
  refuseBackwards('endKm', startKm, endKm)
  const { vehicleId, tripId, plate, authorizationNumber, municipality } = before
  const corrected = await insertSheet(tx, {
    vehicleId,
    tripId,
    plate,
    authorizationNumber,
    municipality,
    ...old,
    driverName,
    passengerName: passengerName || null,
    fromPlace: from,
    toPlace: to,
    departureAt,
    arrivalAt,
    startKm,
    endKm,
    corrects: id,
    reason,
  })
  const after = await findSheet(tx, corrected)
  // The audit log is never deleted, so it gets numbers but no names and places.
  const { year, number } = after
  await audit(tx, caller, sheetCorrected, `service_sheets/${corrected}`, null, {
    plate,
    year,
    number,
    correctsNumber: after.correctsNumber,
    startKm,
    endKm,
  })
  return shownSheet(after)
})
