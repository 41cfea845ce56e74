import { encryptedColumn } from '../../../platform/encryptedColumns.ts'

export const emailSecret = {
  api_key: encryptedColumn('email_configurations', 'api_key'),
  smtp_password: encryptedColumn('email_configurations', 'smtp_password'),
}
