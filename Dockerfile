# Builds the image of the server, and with --target web that of nginx with the exports.
FROM node:24-bookworm-slim AS packages
WORKDIR /srv/matchloom
COPY .npmrc package.json package-lock.json ./
RUN npm ci --no-audit --no-fund

FROM packages AS exports
COPY . .
# The build writes the host of the console into the files of nginx.
ARG STAFF_HOST
RUN npm run build -- --all

FROM nginx:1.28-bookworm AS web
COPY --from=exports /srv/matchloom/dist /srv/matchloom/dist
RUN rm /etc/nginx/conf.d/default.conf \
  && sed -i -e 's/127\.0\.0\.1:4321/server-1:4321/' -e 's/127\.0\.0\.1:4322/server-2:4321/' /srv/matchloom/dist/hosting/nginx.conf \
  && ln -s /srv/matchloom/dist/hosting/nginx.conf /etc/nginx/conf.d/matchloom.conf

FROM node:24-bookworm-slim AS server
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/var/lib/matchloom TRUST_PROXY=1
WORKDIR /srv/matchloom
COPY --from=exports /srv/matchloom /srv/matchloom
RUN install -d -o node -g node -m 700 /var/lib/matchloom
USER node
EXPOSE 4321
VOLUME /var/lib/matchloom
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:4321/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/ensure.mjs", "scripts/serve.ts"]
