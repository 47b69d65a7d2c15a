# One target per app, and `tools`: docker build --target gateway .
ARG NODE_VERSION=24.21.0
ARG DEBIAN=bookworm-slim

FROM node:${NODE_VERSION}-${DEBIAN} AS packages
WORKDIR /repairline
ENV npm_config_cache=/npm npm_config_update_notifier=false
COPY package.json package-lock.json .npmrc ./
COPY libs/contracts/package.json libs/contracts/
COPY libs/event-store/package.json libs/event-store/
COPY libs/messaging/package.json libs/messaging/
COPY libs/postgres/package.json libs/postgres/
COPY libs/projections/package.json libs/projections/
COPY libs/service/package.json libs/service/
COPY libs/service-kit/package.json libs/service-kit/
COPY apps/analytics/package.json apps/analytics/
COPY apps/billing/package.json apps/billing/
COPY apps/e2e/package.json apps/e2e/
COPY apps/gateway/package.json apps/gateway/
COPY apps/identity/package.json apps/identity/
COPY apps/repairs/package.json apps/repairs/
COPY apps/web/package.json apps/web/

FROM packages AS build
RUN --mount=type=cache,target=/npm npm ci --ignore-scripts
COPY nx.json tsconfig.base.json .swcrc ./
COPY libs libs
COPY apps apps
ENV NX_DAEMON=false NX_TUI=false
RUN npx nx run-many -t build --outputStyle=static
# Keeps only what runs: no sources, no source maps of the page.
RUN find libs apps -mindepth 2 -maxdepth 2 ! -name dist ! -name migrations ! -name package.json -exec rm -rf {} + \
 && find apps/web/dist -name '*.map' -delete

FROM packages AS identity-packages
RUN --mount=type=cache,target=/npm npm ci --ignore-scripts --omit=dev --workspace @repairline/identity
FROM packages AS repairs-packages
RUN --mount=type=cache,target=/npm npm ci --ignore-scripts --omit=dev --workspace @repairline/repairs
FROM packages AS billing-packages
RUN --mount=type=cache,target=/npm npm ci --ignore-scripts --omit=dev --workspace @repairline/billing
FROM packages AS analytics-packages
RUN --mount=type=cache,target=/npm npm ci --ignore-scripts --omit=dev --workspace @repairline/analytics
FROM packages AS gateway-packages
RUN --mount=type=cache,target=/npm npm ci --ignore-scripts --omit=dev --workspace @repairline/gateway
FROM packages AS tools-packages
RUN --mount=type=cache,target=/npm npm ci --ignore-scripts --omit=dev --workspace @repairline/identity \
    --workspace @repairline/repairs --workspace @repairline/billing --workspace @repairline/analytics

# Debian's minimal base and the node program: no npm, no compilers. Its apt is useless to user 10001, who may not write.
FROM debian:${DEBIAN} AS runtime
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Repairline" \
      org.opencontainers.image.description="Device repairs of a school district: intake, repair, history." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin repairline
WORKDIR /repairline
ENV NODE_ENV=production
USER 10001:10001

FROM runtime AS service
# For probes and Prometheus; the network decides who has access.
ENV HEALTH_PORT=8080 HEALTH_HOST=0.0.0.0
EXPOSE 8080
# Building lists from a long log may take a while; the first success ends the start period.
HEALTHCHECK --interval=10s --timeout=5s --start-period=1h --start-interval=5s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
COPY --from=build /repairline/libs libs

FROM service AS identity
COPY --from=identity-packages /repairline/node_modules node_modules
COPY --from=build /repairline/apps/identity apps/identity
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "apps/identity/dist/main.js"]

FROM service AS repairs
COPY --from=repairs-packages /repairline/node_modules node_modules
COPY --from=build /repairline/apps/repairs apps/repairs
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "apps/repairs/dist/main.js"]

FROM service AS billing
COPY --from=billing-packages /repairline/node_modules node_modules
COPY --from=build /repairline/apps/billing apps/billing
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "apps/billing/dist/main.js"]

FROM service AS analytics
COPY --from=analytics-packages /repairline/node_modules node_modules
COPY --from=build /repairline/apps/analytics apps/analytics
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "apps/analytics/dist/main.js"]

FROM service AS gateway
ENV PORT=3000
EXPOSE 3000
COPY --from=gateway-packages /repairline/node_modules node_modules
COPY --from=build /repairline/apps/gateway apps/gateway
COPY --from=build /repairline/apps/web/dist apps/web/dist
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "apps/gateway/dist/main.js"]

# Migrations, and the operator's commands.
FROM runtime AS tools
USER 0
RUN install -d -o 10001 -g 10001 -m 700 /backups
USER 10001:10001
COPY --from=tools-packages /repairline/node_modules node_modules
COPY --from=build /repairline/libs libs
COPY --from=build /repairline/apps/identity apps/identity
COPY --from=build /repairline/apps/repairs apps/repairs
COPY --from=build /repairline/apps/billing apps/billing
COPY --from=build /repairline/apps/analytics apps/analytics
COPY package.json ./
COPY tools/start tools/start
COPY tools/migrate tools/migrate
COPY tools/bus tools/bus
COPY tools/shared tools/shared
COPY tools/backup tools/backup
COPY tools/log tools/log
COPY tools/deploy/run-by-name.mjs tools/deploy/
ENTRYPOINT ["node", "tools/deploy/run-by-name.mjs"]
CMD ["--help"]
