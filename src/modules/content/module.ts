import { defineModule } from '../../kernel/module.ts'
import * as nameMoves from './addresses/nameMoves.ts'
import * as placeMoves from './addresses/placeMoves.ts'
import * as routeMoves from './addresses/routeMoves.ts'
import * as articles from './blog/articles.ts'
import * as bulk from './blog/bulk.ts'
import { articlePublished } from './blog/contract.ts'
import * as drafts from './blog/drafts.ts'
import * as publishedQueries from './blog/published.queries.ts'
import * as staffArticles from './blog/staffArticles.ts'
import * as categories from './categories/categories.ts'
import * as pageChecks from './checks/pageChecks.ts'
import * as erasure from './newsletter/erasure.ts'
import * as subscribers from './newsletter/subscribers.ts'
import { exportSubscribers } from './newsletter/subscribers.ts'
import * as subscriptions from './newsletter/subscriptions.ts'
import { endedSubscriptions } from './newsletter/subscriptions.ts'
import * as pagePreview from './pages/pagePreview.ts'
import * as pagesQueries from './pages/pages.queries.ts'
import { readSnippetsTest } from './pages/pages.queries.ts'
import * as conversion from './photos/conversion.ts'
import * as photosQueries from './photos/photos.queries.ts'
import * as photos from './photos/photos.ts'
import { unusedPictures } from './pictures/unusedPictures.ts'
import * as uploads from './pictures/uploads.ts'
import * as redirectsBulk from './redirects/bulk.ts'
import * as missedPages from './redirects/missedPages.ts'
import { forgottenPages } from './redirects/missedPages.ts'
import * as redirects from './redirects/redirects.ts'
import * as sheet from './redirects/sheet.ts'
import { exportRedirects } from './redirects/sheet.ts'
import * as forgottenReviews from './reviews/forgottenReviews.ts'
import * as moderation from './reviews/moderation.ts'
import { oldReviews } from './reviews/retention.ts'
import * as staffReviews from './reviews/staffReviews.ts'
import * as similarTexts from './similarTexts/similarTexts.ts'
import * as requestedBuild from './sitemap/requestedBuild.ts'
import * as storedFiles from './sitemap/storedFiles.ts'
import * as translationsDrafts from './translations/drafts.ts'
import * as translationsQueries from './translations/translations.queries.ts'
import * as translations from './translations/translations.ts'

export const content = defineModule({
  files: [
    bulk,
    articles,
    drafts,
    staffArticles,
    publishedQueries,
    categories,
    pageChecks,
    subscriptions,
    erasure,
    subscribers,
    pagePreview,
    pagesQueries,
    photos,
    photosQueries,
    conversion,
    uploads,
    redirectsBulk,
    redirects,
    missedPages,
    nameMoves,
    placeMoves,
    routeMoves,
    sheet,
    moderation,
    staffReviews,
    forgottenReviews,
    similarTexts,
    requestedBuild,
    storedFiles,
    translations,
    translationsQueries,
    translationsDrafts,
  ],
  // The API process mounts these calls separately, because their responses are CSV and HTML.
  unmounted: [exportRedirects, exportSubscribers, readSnippetsTest],
  acts: [articlePublished],
  purges: {
    purgeNewsletter: endedSubscriptions,
    purgeOldReviews: oldReviews,
    purgeUnusedPictures: unusedPictures,
    purgeMissedPages: forgottenPages,
  },
})

export { redirectBeforePages } from './addresses/redirects.queries.ts'
export { publishDueArticles } from './blog/drafts.ts'
export { exportSubscribers } from './newsletter/subscribers.ts'
export { askForNewsletter, confirmNewsletter, endNewsletter } from './newsletter/subscriptions.ts'
export { isChosen } from './pages/choice.ts'
export { type Page, pagePathMax } from './pages/contract.ts'
export { notFoundPath, pageAddress, tooManyRequestsPath, unavailablePath } from './pages/fixed.queries.ts'
export { previewPage } from './pages/pagePreview.ts'
export { drawMapOf, readPage, readSnippetsTest, shownAddresses } from './pages/pages.queries.ts'
export { findUpload } from './pictures/pictures.queries.ts'
export {
  countMissed,
  countRedirect,
  networkGroups,
  recordPageVisits,
  takePageVisits,
} from './redirects/missedPages.ts'
export { exportRedirects } from './redirects/sheet.ts'
export { buildSitemap } from './sitemap/build.ts'
export { sitemapPath } from './sitemap/layout.ts'
export { buildAndCount, buildDueSitemap, queueSitemap } from './sitemap/queue.ts'
export { buildTask, findStoredFile, renderSitemapFile } from './sitemap/storedFiles.ts'
export { socialPath } from './socialPictures/contract.ts'
export { drawSocialPictures, findSocialPicture } from './socialPictures/socialPictures.ts'
export { addReviewedTranslations } from './translations/bundled.ts'
