export const testEnv = {
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SITE_URL: 'https://www.salento.example',
  NODE_ENV: 'test',
  // Tests represent many visitors, so each HTTP request states its visitor's IP address.
  TRUST_PROXY: '127.0.0.1',
  LOG_LEVEL: 'silent',
  // A busy machine is slow, and tests need every response.
  ANSWER_MS: '30000',
}
