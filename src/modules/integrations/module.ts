import { defineModule } from '../../kernel/module.ts'
import * as aiBatches from './ai/batches.ts'
import * as aiSettings from './ai/settings.ts'
import * as aiTexts from './ai/texts.ts'
import * as aiTranslations from './ai/translations.ts'
import * as draftsBulk from './drafts/bulk.ts'
import * as draftsTextDrafts from './drafts/textDrafts.ts'
import * as edgeReactions from './edge/reactions.ts'
import * as indexnowCommands from './indexnow/commands.ts'
import * as indexnowQueries from './indexnow/queries.ts'
import * as indexnowReactions from './indexnow/reactions.ts'
import * as keysCommands from './keys/commands.ts'
import * as keysQueries from './keys/queries.ts'
import * as mailCommands from './mail/commands.ts'
import * as mailCustomerChange from './mail/customerChange.ts'
import * as mailEmailTest from './mail/emailTest.ts'
import * as mailErasure from './mail/erasure.ts'
import * as mailEvents from './mail/events.ts'
import * as mailInboundFiles from './mail/inboundFiles.ts'
import { readInboundAttachment } from './mail/inboundFiles.ts'
import * as mailInboundJoin from './mail/inboundJoin.ts'
import * as mailInboundList from './mail/inboundList.ts'
import * as mailInboundReceive from './mail/inboundReceive.ts'
import * as mailNewsletter from './mail/newsletter.ts'
import * as mailOffers from './mail/offers.ts'
import * as mailQueries from './mail/queries.ts'
import { purgeOldMail } from './mail/queue.ts'
import * as mailReactions from './mail/reactions.ts'
import * as mailReplay from './mail/replay.ts'
import * as mailReply from './mail/reply.ts'
import * as mailReviewRequests from './mail/reviewRequests.ts'
import * as mailSamples from './mail/samples.ts'
import * as mailTripReactions from './mail/tripReactions.ts'
import * as mailWaiting from './mail/waiting.ts'
import * as mailboxCommands from './mailbox/commands.ts'
import * as mailboxQueries from './mailbox/queries.ts'
import * as promptsCommands from './prompts/commands.ts'
import * as promptsQueries from './prompts/queries.ts'
import * as pushCommands from './push/commands.ts'
import { purgePushDeliveries } from './push/commands.ts'
import * as pushReactions from './push/reactions.ts'

export const integrations = defineModule({
  files: [
    aiBatches,
    aiSettings,
    aiTexts,
    aiTranslations,
    draftsBulk,
    draftsTextDrafts,
    edgeReactions,
    indexnowCommands,
    indexnowQueries,
    indexnowReactions,
    keysCommands,
    keysQueries,
    mailCommands,
    mailCustomerChange,
    mailEmailTest,
    mailErasure,
    mailEvents,
    mailInboundFiles,
    mailInboundJoin,
    mailInboundList,
    mailInboundReceive,
    mailNewsletter,
    mailOffers,
    mailQueries,
    mailReactions,
    mailReplay,
    mailReply,
    mailReviewRequests,
    mailSamples,
    mailTripReactions,
    mailWaiting,
    mailboxCommands,
    mailboxQueries,
    promptsCommands,
    promptsQueries,
    pushCommands,
    pushReactions,
  ],
  // The API process mounts this handler with a separate route, because its response is a file.
  unmounted: [readInboundAttachment],
  purges: { purgeOldMail, purgePushDeliveries },
})

export { purgeEdge, queuePurge, surrogateKey } from './edge/purge.ts'
export { failedPurges } from './edge/queries.ts'
export { readIndexNowKey } from './indexnow/queries.ts'
export { queueLostChanges } from './indexnow/reactions.ts'
export { submitSearchEngines } from './indexnow/send.ts'
export { isWebhookToken, recordMailEvents } from './mail/events.ts'
export { readInboundAttachment } from './mail/inboundFiles.ts'
export { isInboundToken, receiveMails } from './mail/inboundReceive.ts'
export { queueLostMail } from './mail/queue.ts'
export { keepProbing } from './mail/refusal.ts'
export { mailing } from './mail/send.ts'
export { closeMail } from './mail/smtp.ts'
export { readReplies } from './mailbox/reading.ts'
export { inboundMailsOf } from './mailReader/brevoInbound.ts'
