import type { Static } from '@sinclair/typebox'
import { answer } from '../../../kernel/message.ts'
import { readModel } from '../../../kernel/readModel.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { PriceField } from '../book/contract.ts'
import { eachField, storedPriceText } from '../book/price.queries.ts'
import { type FareSettings, ReadFareSettings } from './contract.ts'
import type { BandRule, DistanceRule } from './distanceRule.queries.ts'

interface Stored {
  areaKm: number
  areWeekdaysOn: boolean
  areNightsOn: boolean
  updatedAt: Date
  bands: { field: PriceField; start: string; perKm: string; minimum: string; step: string }[]
}

const storedSettings = readModel(['fare_settings', 'fare_bands'], async (read) => {
  const stored = await loadSettings(read)
  return { ...stored, rule: ruleOf(stored.bands) }
})

async function loadSettings(read: Sql | Tx): Promise<Stored> {
  const [[row], bands] = await Promise.all([
    read<[Omit<Stored, 'bands'>?]>`
      select area_km, are_weekdays_on, are_nights_on, updated_at from fare_settings`,
    read<Stored['bands']>`
      select field, start, trim_scale(per_km)::text as per_km, minimum, step from fare_bands`,
  ])
  const none = { areaKm: 30, areWeekdaysOn: false, areNightsOn: false, updatedAt: new Date(0) }
  return { ...(row ?? none), bands }
}

export async function distanceRule(read: Sql | Tx): Promise<{ rule: DistanceRule; areaKm: number }> {
  const { rule, areaKm } = await storedSettings(read)
  return { rule, areaKm }
}

type BandText = Pick<Stored['bands'][number], 'start' | 'perKm' | 'minimum' | 'step'>

/** Takes euro and returns cents. */
export function ruleOf(bands: ({ field: PriceField } & BandText)[]): DistanceRule {
  const cents = (text: string) => Math.round(Number(text) * 100)
  const known = new Map(
    bands.map(({ field, start, perKm, minimum, step }): [PriceField, BandRule] => [
      field,
      {
        start: cents(start),
        perKm: Math.round(Number(perKm) * 1_000_000) / 10_000,
        minimum: cents(minimum),
        step: cents(step),
      },
    ]),
  )
  return eachField((field) => known.get(field) ?? null)
}

export const readFareSettings = answer(ReadFareSettings, (read) => fareSettings(read))

/** Reads the tables, because the read model may be older than the last save. */
export async function fareSettings(read: Sql | Tx): Promise<Static<typeof FareSettings>> {
  const { bands, areaKm, areWeekdaysOn, areNightsOn, updatedAt } = await loadSettings(read)
  const known = new Map(bands.map((band) => [band.field, band]))
  const shown = eachField((field) => {
    const band = known.get(field)
    if (!band) return null
    const { start, perKm, minimum, step } = band
    const euro = (text: string) => storedPriceText(text) ?? '0'
    return { start: euro(start), perKm, minimum: euro(minimum), step: euro(step) }
  })
  return {
    bands: shown,
    areaKm,
    weekdays: areWeekdaysOn,
    nights: areNightsOn,
    updatedAt: updatedAt.toISOString(),
  }
}
