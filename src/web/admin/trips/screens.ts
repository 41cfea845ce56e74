export const tripsScreens = {
  'calendario/': { least: 'operatore', load: () => import('./calendar/Calendar.tsx') },
  'viaggi/nuovo/': { least: 'operatore', load: () => import('./trips/TripForm.tsx') },
  'viaggi/:id/': { least: 'operatore', load: () => import('./trips/TripForm.tsx') },
  'preventivi/': { least: ['operatore', 'contabile'], load: () => import('./offers/Offers.tsx') },
  'fogli-di-servizio/': { least: ['operatore', 'contabile'], load: () => import('./sheets/Sheets.tsx') },
  'fogli-di-servizio/:id/': { least: ['operatore', 'contabile'], load: () => import('./sheets/Sheet.tsx') },
  'richieste/:kind/:id/promemoria/': { least: 'operatore', load: () => import('./sheets/Reminder.tsx') },
  'veicoli/': { least: 'operatore', load: () => import('./fleet/Vehicles.tsx') },
  'veicoli/nuovo/': { least: 'operatore', load: () => import('./fleet/VehicleForm.tsx') },
  'veicoli/:id/': { least: 'operatore', load: () => import('./fleet/VehicleForm.tsx') },
  'autisti/': { least: 'operatore', load: () => import('./fleet/Drivers.tsx') },
  'autisti/nuovo/': { least: 'operatore', load: () => import('./fleet/DriverForm.tsx') },
  'miei-viaggi/': { least: 'autista', load: () => import('./driving/MyTrips.tsx'), isBare: true },
  'entra/': { least: 'autista', load: () => import('./driving/EnterByLink.tsx'), isBare: true },
  'autisti/:id/': { least: 'operatore', load: () => import('./fleet/DriverForm.tsx') },
} as const

declare module '../kit/adminPath.ts' {
  interface ScreenPaths extends Record<keyof typeof tripsScreens, true> {}
}
