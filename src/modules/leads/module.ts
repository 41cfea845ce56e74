import { defineModule } from '../../kernel/module.ts'
import * as answersCommands from './answers/commands.ts'
import * as answersQueries from './answers/queries.ts'
import * as answersReactions from './answers/reactions.ts'
import * as customersCommands from './customers/commands.ts'
import * as customersQueries from './customers/queries.ts'
import * as inboxBulk from './inbox/bulk.ts'
import * as inboxCommands from './inbox/commands.ts'
import { exportLeads } from './inbox/export.ts'
import * as inboxQueries from './inbox/queries.ts'
import * as inboxReactions from './inbox/reactions.ts'
import * as provenanceQueries from './provenance/queries.ts'
import * as requestsChangeCommands from './requests/changeCommands.ts'
import * as requestsCommands from './requests/commands.ts'
import * as requestsQueries from './requests/queries.ts'
import { purgeOldLeads } from './requests/retention.ts'
import * as statusCommands from './status/commands.ts'
import * as statusQueries from './status/queries.ts'
import * as tapsWrites from './taps/writes.ts'
import { purgeOldTaps } from './taps/writes.ts'
import * as templatesCommands from './templates/commands.ts'
import * as templatesQueries from './templates/queries.ts'

export const leads = defineModule({
  files: [
    answersCommands,
    answersQueries,
    answersReactions,
    customersCommands,
    customersQueries,
    inboxBulk,
    inboxCommands,
    inboxQueries,
    inboxReactions,
    provenanceQueries,
    requestsChangeCommands,
    requestsCommands,
    requestsQueries,
    tapsWrites,
    statusCommands,
    statusQueries,
    templatesCommands,
    templatesQueries,
  ],
  // The API process mounts `exportLeads` with a separate route, because the response is no JSON.
  unmounted: [exportLeads],
  purges: { purgeOldLeads, purgeOldTaps },
})

export { exportLeads } from './inbox/export.ts'
export { announceOverdue } from './inbox/overdue.ts'
export { sendChange } from './requests/changeCommands.ts'
export { requestAvailability, requestBooking, sendContact } from './requests/commands.ts'
export { asMessage, messageAct } from './requests/pastTrip.contract.ts'
export { readRequestForm } from './requests/queries.ts'
export { askForChange, cancelRequest } from './status/commands.ts'
export { readRequestCalendar } from './status/queries.ts'
