import { setMapEmbedKey, setMapService } from '../maps.ts'
import type { Handler, Reaction } from '../message.ts'
import {
  createCorrelatedRoutes,
  deleteFamily,
  generateCorrelatedRoutes,
  listFamily,
} from './catalog/adminFamily.ts'
import { createRoute, deleteRoute, indexRoute, saveRoute, switchRoute } from './catalog/adminRoutes.ts'
import { copyBariPrices } from './catalog/bariPrices.ts'
import { createBulkRoutes, makeBulkRoutes, resumeBulkRoutes } from './catalog/bulkRoutes.ts'
import { purgeOldSearches, recordSearches } from './catalog/commands.ts'
import { makeFamily } from './catalog/family.ts'
import { forgetGooglePositions } from './catalog/googlePositions.ts'
import { judgeAfterSaving } from './catalog/indexGate.ts'
import {
  addComuniOfLecce,
  importLecce,
  syncAllLocations,
  syncLocation,
  syncPendingLocations,
} from './catalog/locationSync.ts'
import {
  createLocation,
  deleteLocation,
  listLocations,
  readLocation,
  saveLocation,
} from './catalog/locations.ts'
import { calculateRoute, measureDistance, readPlace, suggestPlaces } from './catalog/placeLookup.ts'
import { adjustPrices } from './catalog/priceAdjustment.ts'
import { listPriceBatches, undoPriceBatch } from './catalog/priceBatches.ts'
import { checkRoutePrices } from './catalog/priceDoubts.ts'
import { listPrices } from './catalog/priceList.ts'
import { exportPrices, importPrices } from './catalog/priceSheet.ts'
import { checkPrices, updatePrices } from './catalog/priceUpdates.ts'
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
} from './catalog/queries.ts'
import { listRoutes, readRoute } from './catalog/routeList.ts'
import {
  cancelPriceList,
  createPriceList,
  deletePriceList,
  previewPriceList,
  savePriceList,
} from './catalog/scheduledLists.ts'
import { listPriceLists, readPriceList } from './catalog/scheduledRows.ts'
import {
  createTransferType,
  deleteTransferType,
  listTransferTypes,
  readTransferType,
  saveTransferType,
} from './catalog/transferTypes.ts'
import {
  createRedirect,
  deleteRedirect,
  dismissMissedPage,
  listMissedPages,
  listRedirects,
  readRedirect,
  saveRedirect,
} from './content/adminRedirects.ts'
import {
  createCategory,
  deleteCategory,
  listCategories,
  readCategory,
  saveCategory,
} from './content/categories.ts'
import { createArticle, deleteArticle, saveArticle } from './content/commands.articles.ts'
import { createPrompt, deletePrompt, savePrompt } from './content/commands.prompts.ts'
import { askForNewsletter, confirmNewsletter, endNewsletter, purgeNewsletter } from './content/commands.ts'
import { discardDraft, saveDraft } from './content/drafts.ts'
import { forgetSubscriber } from './content/erasure.ts'
import { purgeMissedPages, recordPageVisits } from './content/missedPages.ts'
import { listPageChecks } from './content/pageChecks.ts'
import { previewPage } from './content/pagePreview.ts'
import { redirectMovedPlace } from './content/placeMoves.ts'
import { listArticles, previewArticle, readArticle } from './content/queries.articles.ts'
import { listPrompts, readPrompt } from './content/queries.prompts.ts'
import { listSimilarTexts } from './content/queries.similar.ts'
import {
  drawMapOf,
  listPosts,
  readPage,
  readPost,
  readPricingSnippets,
  readRouteMeta,
  readSitemap,
  readSnippetsTest,
} from './content/queries.ts'
import { markDeletedRoute, redirectMovedRoute } from './content/routeMoves.ts'
import { endSubscription, exportSubscribers, listSubscribers } from './content/subscribers.ts'
import { purgeUnusedPictures } from './content/unusedPictures.ts'
import { storeUpload } from './content/uploads.ts'
import { readAiSettings, saveAiSettings } from './integrations/aiSettings.ts'
import { generateLocationText, generateRouteText, generateText, writeText } from './integrations/aiTexts.ts'
import {
  createApiConfiguration,
  deleteApiConfiguration,
  listApiConfigurations,
  readApiConfiguration,
  saveApiConfiguration,
} from './integrations/apiKeys.ts'
import { listAudit } from './integrations/auditLog.ts'
import {
  createEmailConfiguration,
  deleteEmailConfiguration,
  resendEmailMessage,
  resendFailedMessages,
  saveEmailConfiguration,
} from './integrations/commands.ts'
import { sendTestEmail, testEmailConfiguration } from './integrations/emailTest.ts'
import { forgetMail } from './integrations/erasure.ts'
import { readFact } from './integrations/factLife.ts'
import { googleEmbedKey, openGoogleMaps } from './integrations/googleMaps.ts'
import {
  generateSitemap,
  listIndexNowSubmissions,
  readIndexNowKey,
  readIndexNowState,
  sendImportantPages,
  setIndexNowKey,
  submitImportantPages,
} from './integrations/indexNow.ts'
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
} from './integrations/indexNowChanges.ts'
import { cancelJob, listJobs, readJob } from './integrations/jobs.ts'
import { recordMailEvents } from './integrations/mailEvents.ts'
import { purgeOldMail } from './integrations/mailQueue.ts'
import { dropHeldMessages, readMailStatus, sendHeldMessages } from './integrations/mailWaiting.ts'
import { mailNewsletter } from './integrations/newsletter.ts'
import { listOutbox, replayFact, replayFailed } from './integrations/outbox.ts'
import { listPeriodicTasks, purgeRecords, runPeriodicTask } from './integrations/periodic.ts'
import { listEmailConfigurations, listEmailMessages, readEmailConfiguration } from './integrations/queries.ts'
import {
  mailAvailabilityRequest,
  mailBooking,
  mailContact,
  remindOffice,
  sendWaitingMail,
} from './integrations/reactions.ts'
import { readSystemStatus } from './integrations/system.ts'
import { resumeRouteTexts, writeRouteTexts, writeTexts } from './integrations/textBatches.ts'
import { decideTextDraft, listTextDrafts } from './integrations/textDrafts.ts'
import { mailCancellation, mailChange } from './integrations/wish.ts'
import { readCalendar, readCalendarFeed, readFeed, renewCalendarFeed } from './leads/calendarFeed.ts'
import { requestAvailability, requestBooking, sendContact } from './leads/commands.ts'
import { askForChange, cancelRequest } from './leads/customer.ts'
import { readDashboard } from './leads/dashboard.ts'
import { exportLeads } from './leads/export.ts'
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
} from './leads/inbox.ts'
import { erasePerson, exportPerson, findPerson } from './leads/person.ts'
import { readProvenance } from './leads/provenanceReport.ts'
import { readRequestCalendar, readRequestStatus } from './leads/queries.ts'
import { purgeOldLeads } from './leads/retention.ts'
import {
  addPhoneLead,
  changeAvailabilityRequest,
  changeBooking,
  changeContact,
  markRead,
  recordAnswer,
} from './leads/staff.ts'
import { countTap, purgeOldTaps, readTap } from './leads/taps.ts'
import { changePassword, confirmTotp, endTotp, startTotp } from './settings/account.ts'
import {
  createAdminUser,
  deleteAdminUser,
  listAdminUsers,
  readAdminUser,
  resetTotp,
  saveAdminUser,
} from './settings/adminUsers.ts'
import {
  createAnalyticsConfiguration,
  deleteAnalyticsConfiguration,
  listAnalyticsConfigurations,
  readAnalyticsConfiguration,
  saveAnalyticsConfiguration,
} from './settings/analytics.ts'
import { recordConsent, saveSiteSettings } from './settings/commands.ts'
import { readCompanySettings, saveCompanySettings } from './settings/company.ts'
import { checkPassword, logIn } from './settings/logIn.ts'
import { countLogin, forgetLoginTry, unlockAdminUser } from './settings/loginTries.ts'
import { readActiveAnalytics, readCompany, readSiteMode, readSiteSettings } from './settings/queries.ts'
import {
  endSession,
  findSession,
  listSessions,
  logOut,
  purgeSessions,
  readSession,
  touchSession,
} from './settings/sessions.ts'
import { readSignInRules, saveSignInRules } from './settings/signInRules.ts'

export { judgePages } from './catalog/indexGate.ts'
// What hosts call by name, besides mounting everything.
export { keepPriceLists } from './catalog/scheduledTimes.ts'
export { takeCounts } from './catalog/searchCounts.ts'
export type { Page } from './content/contract.ts'
export { publishDueArticles } from './content/drafts.ts'
export { pageAddress, tooManyRequestsPath } from './content/fixedPages.ts'
export { countPageVisit, networkGroups, takePageVisits } from './content/missedPages.ts'
export { drawSocialPictures, findSocialPicture } from './content/socialPictures.ts'
export { findUpload } from './content/uploads.ts'
export type { WorkerTask } from './integrations/contract.periodic.ts'
export { queueLostChanges } from './integrations/indexNowChanges.ts'
export { tellSearchEngines } from './integrations/indexNowSending.ts'
export { isWebhookToken } from './integrations/mailEvents.ts'
export { mailing } from './integrations/mailer.ts'
export { queueLostMail } from './integrations/mailQueue.ts'
export { keepProbing } from './integrations/mailRefusal.ts'
export { type Health, readHealth } from './integrations/queries.health.ts'
export { closeMail } from './integrations/transport.ts'
export { announceOverdue } from './leads/overdue.ts'
export { LogInCall } from './settings/contract.login.ts'
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
