import { defineModule } from '../../kernel/module.ts'
import * as batches from './ai/batches.ts'
import * as settings from './ai/settings.ts'
import * as texts from './ai/texts.ts'
import * as translations from './ai/translations.ts'
import * as bulk from './drafts/bulk.ts'
import * as textDrafts from './drafts/textDrafts.ts'
import * as sitemapPurge from './edge/sitemapPurge.ts'
import * as changedPages from './indexnow/changedPages.ts'
import * as submissionsQueries from './indexnow/submissions.queries.ts'
import * as submissions from './indexnow/submissions.ts'
import * as apiKeysQueries from './keys/apiKeys.queries.ts'
import * as apiKeys from './keys/apiKeys.ts'
import './mail/departure.ts'
import * as configurations from './mail/configurations.ts'
import * as customerChange from './mail/customerChange.ts'
import * as deliveryEvents from './mail/deliveryEvents.ts'
import * as emailTest from './mail/emailTest.ts'
import * as erasure from './mail/erasure.ts'
import * as inboundFiles from './mail/inboundFiles.ts'
import { readInboundAttachment } from './mail/inboundFiles.ts'
import * as inboundJoin from './mail/inboundJoin.ts'
import * as inboundList from './mail/inboundList.ts'
import * as inboundReceive from './mail/inboundReceive.ts'
import * as leadMails from './mail/leadMails.ts'
import * as newsletter from './mail/newsletter.ts'
import * as offers from './mail/offers.ts'
import { oldMail } from './mail/queue.ts'
import * as replay from './mail/replay.ts'
import * as reply from './mail/reply.ts'
import * as reviewRequests from './mail/reviewRequests.ts'
import * as rideMails from './mail/rideMails.ts'
import * as samples from './mail/samples.ts'
import * as storedMails from './mail/storedMails.ts'
import * as waiting from './mail/waiting.ts'
import * as replyMailboxQueries from './mailbox/replyMailbox.queries.ts'
import * as replyMailbox from './mailbox/replyMailbox.ts'
import * as promptsQueries from './prompts/prompts.queries.ts'
import * as prompts from './prompts/prompts.ts'
import * as leadNotices from './push/leadNotices.ts'
import * as subscriptions from './push/subscriptions.ts'
import { oldDeliveries } from './push/subscriptions.ts'

export const integrations = defineModule({
  files: [
    batches,
    settings,
    texts,
    translations,
    bulk,
    textDrafts,
    sitemapPurge,
    submissions,
    submissionsQueries,
    changedPages,
    apiKeys,
    apiKeysQueries,
    configurations,
    customerChange,
    emailTest,
    erasure,
    deliveryEvents,
    inboundFiles,
    inboundJoin,
    inboundList,
    inboundReceive,
    newsletter,
    offers,
    storedMails,
    leadMails,
    replay,
    reply,
    reviewRequests,
    samples,
    rideMails,
    waiting,
    replyMailbox,
    replyMailboxQueries,
    prompts,
    promptsQueries,
    subscriptions,
    leadNotices,
  ],
  // The API process mounts this handler with a separate route, because its response is a file.
  unmounted: [readInboundAttachment],
  purges: { purgeOldMail: oldMail, purgePushDeliveries: oldDeliveries },
})

export { purgeEdge, queuePurge, surrogateKey } from './edge/purge.ts'
export { queueLostChanges } from './indexnow/changedPages.ts'
export { submitSearchEngines } from './indexnow/sending.ts'
export { readIndexNowKey } from './indexnow/submissions.queries.ts'
export { mailPurposes } from './mail/content.ts'
export { isWebhookToken, recordMailEvents } from './mail/deliveryEvents.ts'
export { readInboundAttachment } from './mail/inboundFiles.ts'
export { isInboundToken, receiveMails } from './mail/inboundReceive.ts'
export { queueLostMail } from './mail/queue.ts'
export { keepProbing } from './mail/refusal.ts'
export { mailing } from './mail/sending.ts'
export { closeMail } from './mail/smtp.ts'
export { readReplies } from './mailbox/reading.ts'
export { inboundMailsOf } from './mailReader/brevoInbound.ts'
