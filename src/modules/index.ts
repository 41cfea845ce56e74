import type { Handler, Reaction } from '../kernel/message.ts'
import { setMapEmbedKey, setMapService } from '../platform/maps.ts'
import { createBulkRoutes, makeBulkRoutes, resumeBulkRoutes } from './catalog/generator/run.ts'
import { forgetGooglePositions } from './catalog/places/googlePositions.ts'
import {
  addComuniOfLecce,
  importLecce,
  syncAllLocations,
  syncLocation,
  syncPendingLocations,
} from './catalog/places/locationSync.ts'
import {
  createLocation,
  deleteLocation,
  listLocations,
  readLocation,
  saveLocation,
} from './catalog/places/locations.ts'
import { calculateRoute, measureDistance, readPlace, suggestPlaces } from './catalog/places/lookup.queries.ts'
import {
  cancelPriceList,
  createPriceList,
  deletePriceList,
  previewPriceList,
  savePriceList,
} from './catalog/priceLists/commands.ts'
import { listPriceLists, readPriceList } from './catalog/priceLists/queries.ts'
import { adjustPrices } from './catalog/prices/adjust.ts'
import { copyBariPrices } from './catalog/prices/copyBari.ts'
import { exportPrices, importPrices } from './catalog/prices/csv.ts'
import { listPriceBatches, undoPriceBatch } from './catalog/prices/history.ts'
import { listPrices } from './catalog/prices/queries.ts'
import { checkPrices, updatePrices } from './catalog/prices/update.ts'
import { checkRoutePrices } from './catalog/prices/warnings.queries.ts'
import { createRoute, deleteRoute, indexRoute, saveRoute, switchRoute } from './catalog/routes/commands.ts'
import { makeFamily } from './catalog/routes/family.ts'
import {
  createCorrelatedRoutes,
  deleteFamily,
  generateCorrelatedRoutes,
  listFamily,
} from './catalog/routes/familyCommands.ts'
import { judgeAfterSaving } from './catalog/routes/indexGate.ts'
import { listRoutes, readRoute } from './catalog/routes/queries.ts'
import {
  createTransferType,
  deleteTransferType,
  listTransferTypes,
  readTransferType,
  saveTransferType,
} from './catalog/routes/transferTypes.ts'
import { purgeOldSearches, recordSearches } from './catalog/search/commands.ts'
import {
  checkRoute,
  embedMap,
  findReturnRoute,
  listCorrelatedRoutes,
  listPopularRoutes,
  listPricingTable,
  listRoutesByHubs,
  readOlderRoute,
  readTransferRoute,
  searchLocations,
  searchRoutes,
} from './catalog/search/queries.ts'
import { createArticle, deleteArticle, saveArticle } from './content/blog/commands.ts'
import { discardDraft, saveDraft } from './content/blog/drafts.ts'
import { listArticles, previewArticle, readArticle } from './content/blog/queries.ts'
import {
  createCategory,
  deleteCategory,
  listCategories,
  readCategory,
  saveCategory,
} from './content/categories/categories.ts'
import { listPageChecks } from './content/checks/pageChecks.ts'
import {
  askForNewsletter,
  confirmNewsletter,
  endNewsletter,
  purgeNewsletter,
} from './content/newsletter/commands.ts'
import { forgetSubscriber } from './content/newsletter/erasure.ts'
import { endSubscription, exportSubscribers, listSubscribers } from './content/newsletter/subscribers.ts'
import { previewPage } from './content/pages/pagePreview.ts'
import {
  drawMapOf,
  listPosts,
  readPage,
  readPost,
  readPricingSnippets,
  readRouteMeta,
  readSitemap,
  readSnippetsTest,
} from './content/pages/queries.ts'
import { purgeUnusedPictures } from './content/pictures/unusedPictures.ts'
import { storeUpload } from './content/pictures/uploads.ts'
import {
  createRedirect,
  deleteRedirect,
  dismissMissedPage,
  listMissedPages,
  listRedirects,
  readRedirect,
  saveRedirect,
} from './content/redirects/commands.ts'
import { purgeMissedPages, recordPageVisits } from './content/redirects/missedPages.ts'
import { redirectMovedPlace } from './content/redirects/placeMoves.ts'
import { markDeletedRoute, redirectMovedRoute } from './content/redirects/routeMoves.ts'
import { listSimilarTexts } from './content/similarTexts/queries.ts'
import { resumeRouteTexts, writeRouteTexts, writeTexts } from './integrations/ai/batches.ts'
import { readAiSettings, saveAiSettings } from './integrations/ai/settings.ts'
import { generateLocationText, generateRouteText, generateText, writeText } from './integrations/ai/texts.ts'
import { decideTextDraft, listTextDrafts } from './integrations/drafts/textDrafts.ts'
import { sendImportantPages, setIndexNowKey, submitImportantPages } from './integrations/indexnow/commands.ts'
import {
  generateSitemap,
  listIndexNowSubmissions,
  readIndexNowKey,
  readIndexNowState,
} from './integrations/indexnow/queries.ts'
import {
  retryIndexNow,
  tellPagesLetIn,
  tellPlaceChanged,
  tellPostDeleted,
  tellPostPublished,
  tellPostUnpublished,
  tellPostUpdated,
  tellPricesChanged,
  tellRedirectChanged,
  tellRouteActivated,
  tellRouteCreated,
  tellRouteDeactivated,
  tellRouteDeleted,
  tellRouteMoved,
  tellRouteUpdated,
  tellWaitingChanges,
} from './integrations/indexnow/reactions.ts'
import {
  createApiConfiguration,
  deleteApiConfiguration,
  saveApiConfiguration,
} from './integrations/keys/commands.ts'
import { listApiConfigurations, readApiConfiguration } from './integrations/keys/queries.ts'
import {
  createEmailConfiguration,
  deleteEmailConfiguration,
  resendEmailMessage,
  resendFailedMessages,
  saveEmailConfiguration,
} from './integrations/mail/commands.ts'
import { mailCancellation, mailChange } from './integrations/mail/customerChange.ts'
import { sendTestEmail, testEmailConfiguration } from './integrations/mail/emailTest.ts'
import { forgetMail } from './integrations/mail/erasure.ts'
import { recordMailEvents } from './integrations/mail/events.ts'
import { mailNewsletter } from './integrations/mail/newsletter.ts'
import {
  listEmailConfigurations,
  listEmailMessages,
  readEmailConfiguration,
} from './integrations/mail/queries.ts'
import { purgeOldMail } from './integrations/mail/queue.ts'
import {
  mailAvailabilityRequest,
  mailBooking,
  mailContact,
  remindOffice,
  sendWaitingMail,
} from './integrations/mail/reactions.ts'
import { dropHeldMessages, readMailStatus, sendHeldMessages } from './integrations/mail/waiting.ts'
import { googleEmbedKey, openGoogleMaps } from './integrations/maps/googleMaps.ts'
import { createPrompt, deletePrompt, savePrompt } from './integrations/prompts/commands.ts'
import { listPrompts, readPrompt } from './integrations/prompts/queries.ts'
import { readCalendar, readCalendarFeed, readFeed, renewCalendarFeed } from './leads/calendar/calendarFeed.ts'
import {
  addPhoneLead,
  changeAvailabilityRequest,
  changeBooking,
  changeContact,
  markRead,
  recordAnswer,
} from './leads/inbox/commands.ts'
import { exportLeads } from './leads/inbox/export.ts'
import {
  listAvailabilityRequests,
  listBookings,
  listContacts,
  listLeads,
  listOwners,
  readAvailabilityRequest,
  readBooking,
  readContact,
  readLeadOfStaff,
} from './leads/inbox/queries.ts'
import { readProvenance } from './leads/provenance/queries.ts'
import { requestAvailability, requestBooking, sendContact } from './leads/requests/commands.ts'
import { purgeOldLeads } from './leads/requests/retention.ts'
import { countTap, purgeOldTaps, readTap } from './leads/requests/taps.writes.ts'
import { askForChange, cancelRequest } from './leads/status/commands.ts'
import { readRequestCalendar, readRequestStatus } from './leads/status/queries.ts'
import { listAudit } from './operations/audit/queries.ts'
import { readDashboard } from './operations/dashboard/queries.ts'
import { cancelJob } from './operations/jobs/commands.ts'
import { listJobs, readJob } from './operations/jobs/queries.ts'
import { readFact } from './operations/outbox/eventTimeline.ts'
import { listOutbox, replayFact, replayFailed } from './operations/outbox/outbox.ts'
import { listPeriodicTasks, purgeRecords, runPeriodicTask } from './operations/periodic/periodic.ts'
import { erasePerson, exportPerson, findPerson } from './operations/privacy/person.ts'
import { readSystemStatus } from './operations/status/queries.ts'
import {
  createAnalyticsConfiguration,
  deleteAnalyticsConfiguration,
  listAnalyticsConfigurations,
  readAnalyticsConfiguration,
  saveAnalyticsConfiguration,
} from './settings/analytics/commands.ts'
import { readCompanySettings, saveCompanySettings } from './settings/company/commands.ts'
import { recordConsent, saveSiteSettings } from './settings/site/commands.ts'
import { readActiveAnalytics, readCompany, readSiteMode, readSiteSettings } from './settings/site/queries.ts'
import { changePassword, confirmTotp, endTotp, startTotp } from './settings/staff/account.ts'
import {
  createAdminUser,
  deleteAdminUser,
  listAdminUsers,
  readAdminUser,
  resetTotp,
  saveAdminUser,
} from './settings/staff/adminUsers.ts'
import { checkPassword, logIn } from './settings/staff/logIn.ts'
import { countLogin, forgetLoginTry, unlockAdminUser } from './settings/staff/logInTries.ts'
import {
  endSession,
  findSession,
  listSessions,
  logOut,
  purgeSessions,
  readSession,
  touchSession,
} from './settings/staff/sessions.ts'
import { readSignInRules, saveSignInRules } from './settings/staff/signInRules.ts'

// What hosts call by name, besides mounting everything.
export { keepPriceLists } from './catalog/priceLists/beginAndEnd.ts'
export { judgePages } from './catalog/routes/indexGate.ts'
export { takeCounts } from './catalog/search/searchCounts.ts'
export { publishDueArticles } from './content/blog/drafts.ts'
export { drawSocialPictures, findSocialPicture } from './content/drawings/socialPictures.ts'
export type { Page } from './content/pages/contract.ts'
export { pageAddress, tooManyRequestsPath } from './content/pages/fixed.queries.ts'
export { findUpload } from './content/pictures/queries.ts'
export { countPageVisit, networkGroups, takePageVisits } from './content/redirects/missedPages.ts'
export { queueLostChanges } from './integrations/indexnow/reactions.ts'
export { tellSearchEngines } from './integrations/indexnow/send.ts'
export { isWebhookToken } from './integrations/mail/events.ts'
export { queueLostMail } from './integrations/mail/queue.ts'
export { keepProbing } from './integrations/mail/refusal.ts'
export { mailing } from './integrations/mail/send.ts'
export { closeMail } from './integrations/mail/smtp.ts'
export { announceOverdue } from './leads/inbox/overdue.ts'
export type { WorkerTask } from './operations/periodic/contract.ts'
export { type Health, readHealth } from './operations/status/health.queries.ts'
export { LogInCall } from './settings/staff/logIn.contract.ts'
export {
  askForChange,
  askForNewsletter,
  cancelRequest,
  checkPassword,
  confirmNewsletter,
  countLogin,
  createAdminUser,
  drawMapOf,
  endNewsletter,
  exportLeads,
  exportPrices,
  exportSubscribers,
  findSession,
  forgetLoginTry,
  listOutbox,
  logIn,
  logOut,
  previewPage,
  readActiveAnalytics,
  readFeed,
  readIndexNowKey,
  readPage,
  readRequestCalendar,
  readRequestStatus,
  readSiteMode,
  readSitemap,
  readSnippetsTest,
  recordMailEvents,
  recordPageVisits,
  recordSearches,
  replayFact,
  requestAvailability,
  requestBooking,
  sendContact,
  touchSession,
}

/** Everything the product can be asked or told. */
export const handlers: Handler[] = [
  readCompany,
  readSiteMode,
  readActiveAnalytics,
  readCompanySettings,
  saveCompanySettings,
  readSiteSettings,
  saveSiteSettings,
  recordConsent,
  listAnalyticsConfigurations,
  readAnalyticsConfiguration,
  createAnalyticsConfiguration,
  saveAnalyticsConfiguration,
  deleteAnalyticsConfiguration,
  readSession,
  listSessions,
  endSession,
  changePassword,
  startTotp,
  confirmTotp,
  endTotp,
  listAdminUsers,
  readAdminUser,
  createAdminUser,
  saveAdminUser,
  deleteAdminUser,
  resetTotp,
  unlockAdminUser,
  readSignInRules,
  saveSignInRules,

  searchLocations,
  checkRoute,
  searchRoutes,
  listPopularRoutes,
  listPricingTable,
  listRoutesByHubs,
  readTransferRoute,
  findReturnRoute,
  listCorrelatedRoutes,
  embedMap,
  readOlderRoute,
  recordSearches,

  listLocations,
  readLocation,
  createLocation,
  saveLocation,
  deleteLocation,
  syncLocation,
  syncAllLocations,
  importLecce,
  listTransferTypes,
  readTransferType,
  createTransferType,
  saveTransferType,
  deleteTransferType,
  suggestPlaces,
  readPlace,
  calculateRoute,
  measureDistance,
  listRoutes,
  readRoute,
  createRoute,
  saveRoute,
  deleteRoute,
  switchRoute,
  indexRoute,
  generateCorrelatedRoutes,
  createCorrelatedRoutes,
  listFamily,
  deleteFamily,

  createBulkRoutes,
  resumeBulkRoutes,
  listPrices,
  checkPrices,
  checkRoutePrices,
  updatePrices,
  copyBariPrices,
  adjustPrices,
  importPrices,
  listPriceBatches,
  undoPriceBatch,
  listPriceLists,
  readPriceList,
  previewPriceList,
  createPriceList,
  savePriceList,
  cancelPriceList,
  deletePriceList,

  requestAvailability,
  sendContact,
  requestBooking,
  readRequestStatus,
  readRequestCalendar,
  cancelRequest,
  askForChange,
  countTap,
  listLeads,
  listAvailabilityRequests,
  listBookings,
  listContacts,
  listOwners,
  readLeadOfStaff,
  readAvailabilityRequest,
  readBooking,
  readContact,
  changeAvailabilityRequest,
  changeBooking,
  changeContact,
  recordAnswer,
  markRead,
  addPhoneLead,
  readTap,
  readDashboard,
  readProvenance,
  readCalendar,
  readCalendarFeed,
  renewCalendarFeed,
  findPerson,
  exportPerson,
  erasePerson,

  listEmailConfigurations,
  readEmailConfiguration,
  createEmailConfiguration,
  saveEmailConfiguration,
  deleteEmailConfiguration,
  testEmailConfiguration,
  sendTestEmail,
  listEmailMessages,
  readMailStatus,
  resendEmailMessage,
  resendFailedMessages,
  sendHeldMessages,
  dropHeldMessages,
  recordMailEvents,
  listOutbox,
  readFact,
  replayFact,
  replayFailed,
  listJobs,
  readJob,
  cancelJob,
  listAudit,
  readSystemStatus,
  listPeriodicTasks,
  runPeriodicTask,
  listApiConfigurations,
  readApiConfiguration,
  createApiConfiguration,
  saveApiConfiguration,
  deleteApiConfiguration,
  generateSitemap,
  readIndexNowKey,
  setIndexNowKey,
  submitImportantPages,
  retryIndexNow,
  readIndexNowState,
  listIndexNowSubmissions,

  readPage,
  readRouteMeta,
  readPricingSnippets,
  readSitemap,
  drawMapOf,
  listPosts,
  readPost,
  askForNewsletter,
  confirmNewsletter,
  endNewsletter,
  listPageChecks,
  listSubscribers,
  endSubscription,
  listArticles,
  readArticle,
  createArticle,
  saveArticle,
  deleteArticle,
  saveDraft,
  discardDraft,
  previewArticle,
  previewPage,
  listCategories,
  readCategory,
  createCategory,
  saveCategory,
  deleteCategory,
  storeUpload,
  listPrompts,
  readPrompt,
  createPrompt,
  savePrompt,
  deletePrompt,

  generateText,
  generateLocationText,
  generateRouteText,
  readAiSettings,
  saveAiSettings,
  writeRouteTexts,
  resumeRouteTexts,
  listTextDrafts,
  decideTextDraft,

  listSimilarTexts,
  listRedirects,
  readRedirect,
  createRedirect,
  saveRedirect,
  deleteRedirect,
  listMissedPages,
  dismissMissedPage,
  recordPageVisits,
]

/** What follows what: read this list to know what happens after an event. */
export const reactions: Reaction[] = [
  mailAvailabilityRequest,
  mailContact,
  mailBooking,
  sendWaitingMail,
  mailNewsletter,
  forgetMail,
  forgetSubscriber,
  sendImportantPages,
  tellRouteCreated,
  tellRouteUpdated,
  tellRouteActivated,
  tellRouteDeactivated,
  tellRouteDeleted,
  tellPlaceChanged,
  tellRouteMoved,
  tellPricesChanged,
  tellPostPublished,
  tellPostUpdated,
  tellPostUnpublished,
  tellPagesLetIn,
  tellPostDeleted,
  tellRedirectChanged,
  tellWaitingChanges,
  remindOffice,
  makeFamily,
  makeBulkRoutes,
  judgeAfterSaving,
  syncPendingLocations,
  addComuniOfLecce,
  redirectMovedPlace,
  redirectMovedRoute,
  markDeletedRoute,
  writeText,
  writeTexts,
  mailCancellation,
  mailChange,
]

/** Each deletes what has been kept as long as the privacy notice says. */
export const purges = {
  forgetGooglePositions,
  purgeMissedPages,
  purgeNewsletter,
  purgeOldLeads,
  purgeOldTaps,
  purgeOldMail,
  purgeOldSearches,
  purgeRecords,
  purgeSessions,
  purgeUnusedPictures,
}

setMapService(openGoogleMaps)
setMapEmbedKey(googleEmbedKey)
