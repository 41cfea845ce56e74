/** Departures by which the site groups routes, in display order. */
export const hubs = [
  {
    name: 'Aeroporto Brindisi',
    description: 'Dall’Aeroporto del Salento verso Lecce, le marine e tutto il Salento.',
    icon: 'plane',
    hasEconomy: true,
  },
  {
    name: 'Aeroporto Bari',
    description: 'Dall’aeroporto Karol Wojtyła di Bari fino al Salento, senza cambi.',
    icon: 'plane',
    hasEconomy: false,
  },
  {
    name: 'Stazione Lecce',
    description: 'Dal binario alla tua destinazione: ti aspettiamo alla stazione di Lecce.',
    icon: 'train',
    hasEconomy: true,
  },
] as const

export const isHub = (departure: string) => hubs.some(({ name }) => name === departure)

export function hasEconomyFrom(departure: string): boolean {
  return hubs.some(({ name, hasEconomy }) => name === departure && hasEconomy)
}
