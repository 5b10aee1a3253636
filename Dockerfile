# Builds the image of the server, and with --target web that of nginx with the exports.
FROM node:24-trixie-slim AS packages
WORKDIR /srv/matchloom
COPY .npmrc package.json package-lock.json ./
RUN npm ci --no-audit --no-fund

FROM packages AS exports
COPY . .
# The build writes the host of the console into the files of nginx, and exports the brands that are served: nginx needs a
# certificate for each.
ARG STAFF_HOST
ARG NICHES
RUN npm run build -- --all

FROM nginx:1.28-bookworm AS web
COPY --from=exports /srv/matchloom/dist /srv/matchloom/dist
COPY --chmod=755 deploy/keep-assets.sh /docker-entrypoint.d/50-keep-assets.sh
# A server that is made anew has another address, which nginx asks the containers' own DNS for.
RUN rm /etc/nginx/conf.d/default.conf \
  && printf 'resolver 127.0.0.11 valid=5s;\nproxy_connect_timeout 2s;\n' > /etc/nginx/conf.d/containers.conf \
  && sed -i -e 's/^upstream matchloom {$/&\n  zone matchloom 64k;/' \
    -e 's/127\.0\.0\.1:4321 max_fails=0;/server-1:4321 max_fails=0 resolve;/' \
    -e 's/127\.0\.0\.1:4322 max_fails=0;/server-2:4321 max_fails=0 resolve;/' /srv/matchloom/dist/hosting/nginx.conf \
  && sed -i -e '1i worker_rlimit_nofile 20000;' -e 's/worker_connections .*;/worker_connections 8192;/' /etc/nginx/nginx.conf \
  && ln -s /srv/matchloom/dist/hosting/nginx.conf /etc/nginx/conf.d/matchloom.conf
VOLUME /var/lib/matchloom

FROM node:24-trixie-slim AS server
# The programs of backups, of the version of the database in compose.yaml.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 METRICS_HOST=0.0.0.0 DATA_DIR=/var/lib/matchloom TRUST_PROXY=1
WORKDIR /srv/matchloom
COPY --from=exports /srv/matchloom /srv/matchloom
RUN install -d -o node -g node -m 700 /var/lib/matchloom
USER node
EXPOSE 4321
VOLUME /var/lib/matchloom
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:4321/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/ensure.mjs", "scripts/serve.ts"]
