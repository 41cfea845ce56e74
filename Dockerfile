# One image for every process: API (the default), worker, migrations, operators' commands.
#   docker build -t salento-transfer .
# An exact tag; who builds for production adds its digest (`docker buildx imagetools inspect` shows it).
ARG NODE=node:24.21.0-bookworm-slim

# The pages, built with everything that building needs.
FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No install scripts: they bring Node and PostgreSQL, which the image does not take from npm, and apply the patches,
# which building does not need.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node node_modules/vite/bin/vite.js build --logLevel warn

# What runs. Node and PostgreSQL of npm, and what only builds, are development dependencies.
FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY patches patches
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && \
    node node_modules/patch-package/index.js

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY src src
COPY sql sql
COPY data data
COPY scripts scripts
# Nothing of it is written to at run time: the files are root's, the process is nobody's.
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT?.trim() || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As process 1 it hears SIGTERM itself and answers what is under way. Without a limit Node lets garbage grow to some
# 900 MB before it looks; it needs 130 MB with 100,000 routes.
CMD ["node", "--max-old-space-size=512", "src/api/main.ts"]
