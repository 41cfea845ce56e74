import type { Static } from '@sinclair/typebox'
import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { type FieldError, HttpError } from '../../../kernel/httpError.ts'
import { isMany, long } from '../../../kernel/longCommand.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import type { Tx } from '../../../platform/db.ts'
import { priceFields } from '../book/contract.ts'
import { amountFault } from '../prices/adjustment.queries.ts'
import { amountCents, priceText, priceTextOrNull } from '../prices/cents.contract.ts'
import { type FareSettings, fareSettingsChanged, SaveFareSettings } from './contract.ts'
import { type DistanceRule, pricesOfDistance } from './distanceRule.queries.ts'
import { fareSettings, ruleOf } from './fareSettings.queries.ts'
import { settingsChanges } from './settingsChanges.ts'

type Settings = Static<typeof FareSettings>

const save = edit(
  SaveFareSettings,
  { table: 'fare_settings', find: (tx: Tx) => fareSettings(tx) },
  async (tx, { dryRun, bands, areaKm, weekdays, nights }, caller, before, context) => {
    const rows = bandRows(bands)
    const [oldRule, rule] = [ruleOf(bandRows(before.bands)), ruleOf(rows)]
    const changes = changesOf(oldRule, rule)
    if (dryRun) {
      const rules = { rule, areaKm, weekdays, nights }
      const old = { ...before, rule: oldRule }
      return { ...before, changes, preview: await settingsChanges(tx, old, rules, romanToday(context)) }
    }
    await tx`delete from fare_bands`
    await tx`
      insert into fare_bands ${tx(rows.map(({ perKm, ...row }) => ({ ...row, per_km: perKm })))}`
    await tx`
      update fare_settings set area_km = ${areaKm}, are_weekdays_on = ${weekdays}, are_nights_on = ${nights},
        updated_at = now()`
    const after = await fareSettings(tx)
    await audit(tx, caller, fareSettingsChanged, 'fare_settings', before, after)
    return { ...after, changes }
  },
)

/** A preview compares every place. */
export const saveFareSettings = long(save, async (tx, { dryRun }) => dryRun && isMany(tx, tx`locations`))

/** Throws HttpError 422 for unreadable amounts, a minimum or step of 0, or private vehicles without a rule. */
function bandRows(bands: Settings['bands']) {
  const errors: FieldError[] = []
  const rows = priceFields.flatMap((field) => {
    const band = bands[field]
    if (!band) {
      if (field === 'price1to3Pax' || field === 'price4to8Pax')
        errors.push({ path: `bands.${field}`, message: 'Auto e minivan privati hanno sempre una regola' })
      return []
    }
    const euro = (name: 'start' | 'minimum' | 'step') => {
      const cents = amountCents(band[name])
      if (!cents && !(cents === 0 && name === 'start'))
        errors.push({
          path: `bands.${field}.${name}`,
          message: amountFault(band[name], 'Scrivi l’importo in euro, per esempio 5 oppure 0,50'),
        })
      return cents ? priceText(cents) : '0'
    }
    const perKm = band.perKm.replace(',', '.')
    if (!/^\d{1,3}(\.\d{1,4})?$/.test(perKm))
      errors.push({
        path: `bands.${field}.perKm`,
        message: 'Scrivi gli euro per chilometro, per esempio 0,8412',
      })
    return [{ field, start: euro('start'), perKm, minimum: euro('minimum'), step: euro('step') }]
  })
  const [first] = errors
  if (first) throw new HttpError(422, first.message, { errors })
  return rows
}

/** Distances in kilometres for which the response compares the old and the new prices. */
const sampleKm = [5, 10, 20, 30, 40, 50, 75, 100, 125, 150, 175, 200]

function changesOf(before: DistanceRule, after: DistanceRule) {
  return sampleKm.flatMap((km) => {
    const pricesAt = (rule: DistanceRule) => pricesOfDistance(rule, km, { hasEconomy: true })
    const [old, now] = [pricesAt(before), pricesAt(after)]
    return priceFields.flatMap((field) => {
      const [from, to] = [priceTextOrNull(old[field]), priceTextOrNull(now[field])]
      return from === to ? [] : { km, field, from, to }
    })
  })
}
