import { defineModule } from '../../kernel/module.ts'
import * as blogBulk from './blog/bulk.ts'
import * as blogCommands from './blog/commands.ts'
import * as blogDrafts from './blog/drafts.ts'
import * as blogQueries from './blog/queries.ts'
import * as categoriesCategories from './categories/categories.ts'
import * as checksPageChecks from './checks/pageChecks.ts'
import * as newsletterCommands from './newsletter/commands.ts'
import { purgeNewsletter } from './newsletter/commands.ts'
import * as newsletterErasure from './newsletter/erasure.ts'
import * as newsletterSubscribers from './newsletter/subscribers.ts'
import { exportSubscribers } from './newsletter/subscribers.ts'
import * as pagesPagePreview from './pages/pagePreview.ts'
import * as pagesQueries from './pages/queries.ts'
import { readSnippetsTest } from './pages/queries.ts'
import * as photosCommands from './photos/commands.ts'
import * as photosQueries from './photos/queries.ts'
import * as photosReactions from './photos/reactions.ts'
import { purgeUnusedPictures } from './pictures/unusedPictures.ts'
import * as picturesUploads from './pictures/uploads.ts'
import * as redirectsBulk from './redirects/bulk.ts'
import * as redirectsCommands from './redirects/commands.ts'
import * as redirectsMissedPages from './redirects/missedPages.ts'
import { purgeMissedPages } from './redirects/missedPages.ts'
import * as redirectsNameMoves from './redirects/nameMoves.ts'
import * as redirectsPlaceMoves from './redirects/placeMoves.ts'
import * as redirectsRouteMoves from './redirects/routeMoves.ts'
import * as redirectsSheet from './redirects/sheet.ts'
import { exportRedirects } from './redirects/sheet.ts'
import * as reviewsCommands from './reviews/commands.ts'
import * as reviewsQueries from './reviews/queries.ts'
import * as reviewsReactions from './reviews/reactions.ts'
import { purgeOldReviews } from './reviews/retention.ts'
import * as similarTextsQueries from './similarTexts/queries.ts'
import * as sitemapCommands from './sitemap/commands.ts'
import * as sitemapStored from './sitemap/stored.queries.ts'
import * as translationsCommands from './translations/commands.ts'
import * as translationsQueries from './translations/queries.ts'
import * as translationsReactions from './translations/reactions.ts'

export const content = defineModule({
  files: [
    blogBulk,
    blogCommands,
    blogDrafts,
    blogQueries,
    categoriesCategories,
    checksPageChecks,
    newsletterCommands,
    newsletterErasure,
    newsletterSubscribers,
    pagesPagePreview,
    pagesQueries,
    photosCommands,
    photosQueries,
    photosReactions,
    picturesUploads,
    redirectsBulk,
    redirectsCommands,
    redirectsMissedPages,
    redirectsNameMoves,
    redirectsPlaceMoves,
    redirectsRouteMoves,
    redirectsSheet,
    reviewsCommands,
    reviewsQueries,
    reviewsReactions,
    similarTextsQueries,
    sitemapCommands,
    sitemapStored,
    translationsCommands,
    translationsQueries,
    translationsReactions,
  ],
  // The API process mounts these calls separately, because their responses are CSV and HTML.
  unmounted: [exportRedirects, exportSubscribers, readSnippetsTest],
  purges: { purgeNewsletter, purgeOldReviews, purgeUnusedPictures, purgeMissedPages },
})

export { publishDueArticles } from './blog/drafts.ts'
export { socialPath } from './drawings/contract.ts'
export { drawSocialPictures, findSocialPicture } from './drawings/socialPictures.ts'
export { askForNewsletter, confirmNewsletter, endNewsletter } from './newsletter/commands.ts'
export { exportSubscribers } from './newsletter/subscribers.ts'
export { isChosen } from './pages/choice.ts'
export { type Page, pagePathMax } from './pages/contract.ts'
export { notFoundPath, pageAddress, tooManyRequestsPath, unavailablePath } from './pages/fixed.queries.ts'
export { previewPage } from './pages/pagePreview.ts'
export { drawMapOf, readPage, readSnippetsTest, shownAddresses } from './pages/queries.ts'
export { findUpload } from './pictures/queries.ts'
export {
  countMissed,
  countRedirect,
  networkGroups,
  recordPageVisits,
  takePageVisits,
} from './redirects/missedPages.ts'
export { redirectBeforePages } from './redirects/queries.ts'
export { exportRedirects } from './redirects/sheet.ts'
export { buildSitemap } from './sitemap/build.ts'
export { sitemapPath } from './sitemap/layout.ts'
export { buildAndCount, buildDueSitemap, queueSitemap } from './sitemap/queue.ts'
export { buildTask, findStoredFile, renderSitemapFile } from './sitemap/stored.queries.ts'
export { addReviewedTranslations } from './translations/bundled.ts'
