#!/bin/sh
# Runs when the web container of compose.yaml starts. Pages of the image before are still open in browsers and load their scripts and
# pictures later, so a volume hands the hashed files of each image on to the next one.
set -eu
cd "${1:-/srv/matchloom/dist}"
kept=${2:-/var/lib/matchloom}

# A container that starts again has those of the image before already.
[ -f assets.txt ] || find . -type f \( -path './*/_astro/*' -o -path './*/assets/*' \) | sort > assets.txt
if ! cmp -s assets.txt "$kept/last/assets.txt"; then
  rm -rf "$kept/next"
  mkdir -p "$kept/next"
  tar -cf - -T assets.txt assets.txt | tar -xf - -C "$kept/next"
  if [ -d "$kept/last" ]; then
    rm -rf "$kept/before"
    mv "$kept/last" "$kept/before"
  fi
  mv "$kept/next" "$kept/last"
fi
[ ! -d "$kept/before" ] || tar -cf - -C "$kept/before" . | tar -xf - --skip-old-files
