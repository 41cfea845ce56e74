import { sealedColumn } from '../../../platform/encryptedColumns.ts'

/** Where the secrets of an e-mail configuration are sealed. */
export const emailSecret = {
  api_key: sealedColumn('email_configurations', 'api_key'),
  smtp_password: sealedColumn('email_configurations', 'smtp_password'),
}
