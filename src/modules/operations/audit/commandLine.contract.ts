import { act } from '../../../kernel/message.ts'

/** Acts of the command line, whose commands have no contracts. */
export const keysRotated = act('operations:keysRotated', 'Chiave dei segreti cambiata', {
  fields: { current: 'Con la chiave attuale', older: 'Cifrati di nuovo', unreadable: 'Illeggibili' },
})
export const retentionRun = act('operations:retentionRun', 'Dati scaduti eliminati')
