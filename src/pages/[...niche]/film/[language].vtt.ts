// The film's captions in each language as WebVTT, generated from the site's texts.
import { filmMoment, lineTimes } from '#domain/film';
import { translatorFor } from '#i18n/translator';
import { filmOf } from '#site/film';
import { pathPrefix } from '#site/paths';
import { site, sites } from '#site/current';

export const getStaticPaths = () =>
  sites
    .filter((each) => filmOf(each).hasFilm)
    .flatMap((each) => each.languages.map(({ code }) => ({ params: { niche: pathPrefix(each), language: code } })));

export function GET({ params }: { params: { language: string } }): Response {
  const { translate: t } = translatorFor(params.language, site.texts(params.language));
  const cues = lineTimes.map(
    ({ from, to }, at) => `${at + 1}\n${filmMoment(from)} --> ${filmMoment(to)}\n${t(`lander-video:line_${at + 1}`)}\n`,
  );
  return new Response(`WEBVTT\n\n${cues.join('\n')}`, { headers: { 'Content-Type': 'text/vtt; charset=utf-8' } });
}
