import { defineModule } from '../../kernel/module.ts'
import * as answersQueries from './answers/answers.queries.ts'
import * as answers from './answers/answers.ts'
import * as awaitedAnswer from './answers/awaitedAnswer.ts'
import * as customersQueries from './customers/customers.queries.ts'
import * as customers from './customers/customers.ts'
import * as bulk from './inbox/bulk.ts'
import * as callMarks from './inbox/callMarks.ts'
import { exportLeads } from './inbox/export.ts'
import * as leadChanges from './inbox/leadChanges.ts'
import * as leadsQueries from './inbox/leads.queries.ts'
import * as provenance from './provenance/provenance.ts'
import * as requestForm from './requests/requestForm.ts'
import * as requests from './requests/requests.ts'
import { oldLeads } from './requests/retention.ts'
import * as statusQueries from './status/status.queries.ts'
import * as visitorChanges from './status/visitorChanges.ts'
import * as visitorWishes from './status/visitorWishes.ts'
import * as tapsWrites from './taps/taps.writes.ts'
import { oldTaps } from './taps/taps.writes.ts'
import * as shownTemplates from './templates/shownTemplates.ts'
import * as templates from './templates/templates.ts'

export const leads = defineModule({
  files: [
    answers,
    answersQueries,
    awaitedAnswer,
    customers,
    customersQueries,
    bulk,
    leadChanges,
    leadsQueries,
    callMarks,
    provenance,
    visitorChanges,
    requests,
    requestForm,
    tapsWrites,
    visitorWishes,
    statusQueries,
    templates,
    shownTemplates,
  ],
  // The API process mounts `exportLeads` with a separate route, because the response is no JSON.
  unmounted: [exportLeads],
  purges: { purgeOldLeads: oldLeads, purgeOldTaps: oldTaps },
})

export { exportLeads } from './inbox/export.ts'
export { announceOverdue } from './inbox/overdue.ts'
export { asMessage, messageAct } from './requests/pastTrip.contract.ts'
export { readRequestForm } from './requests/requestForm.ts'
export { requestAvailability, requestBooking, sendContact } from './requests/requests.ts'
export { readRequestCalendar } from './status/status.queries.ts'
export { sendChange } from './status/visitorChanges.ts'
export { askForChange, cancelRequest } from './status/visitorWishes.ts'
