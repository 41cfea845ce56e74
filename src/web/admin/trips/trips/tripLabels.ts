import type { Trip } from '../../../../modules/trips/trips/contract.ts'

export const tripStates: Record<
  Trip['state'],
  { label: string; tone: 'info' | 'ok' | 'warn' | 'bad' | 'quiet' }
> = {
  planned: { label: 'da assegnare', tone: 'warn' },
  assigned: { label: 'assegnato', tone: 'ok' },
  started: { label: 'in viaggio', tone: 'info' },
  onSite: { label: 'sul posto', tone: 'info' },
  aboard: { label: 'a bordo', tone: 'info' },
  finished: { label: 'concluso', tone: 'quiet' },
  noShow: { label: 'cliente assente', tone: 'bad' },
  cancelled: { label: 'annullato', tone: 'quiet' },
}
