import type { Screens } from '../../sections.ts'

export const bulkRoutesScreens: Screens = {
  'bulk-routes/': () => import('./BulkRoutes.tsx'),
}
