import type { Vehicle } from '../../../../modules/trips/fleet/contract.ts'

export const vehicleKindNames: Record<Vehicle['kind'], string> = {
  berlina: 'Berlina',
  minivan: 'Minivan',
  premium: 'Premium',
}

/** Returns for example `24/12/2026`. */
export const dayText = (day: string) => day.split('-').reverse().join('/')
