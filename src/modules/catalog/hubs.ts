/** Departures by which the site groups routes, in display order. */
export const hubs = [
  {
    name: 'Aeroporto Brindisi',
    description: 'hub.brindisi',
    icon: 'plane',
    hasEconomy: true,
  },
  {
    name: 'Aeroporto Bari',
    description: 'hub.bari',
    icon: 'plane',
    hasEconomy: false,
  },
  {
    name: 'Stazione Lecce',
    description: 'hub.lecce',
    icon: 'train',
    hasEconomy: true,
  },
] as const

export const isHub = (departure: string) => hubs.some(({ name }) => name === departure)

export function hasEconomyFrom(departure: string): boolean {
  return hubs.some(({ name, hasEconomy }) => name === departure && hasEconomy)
}
