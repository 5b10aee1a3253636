// The language of the pages and mails; a link saves it to the account, as those of the language menu do.
import { currentLanguage, t } from '#lib/i18n';
import { readPage } from '#lib/page';
import { currentPathIn } from '#lib/paths';

export function LanguageSection() {
  return (
    <>
      <p className="muted">{t('settings:language_note')}</p>
      <ul className="setting-languages">
        {readPage().languages.map(({ code, label, tag }) => (
          <li key={code}>
            <a
              href={currentPathIn(code) ?? ''}
              hrefLang={tag}
              lang={tag}
              data-language={code}
              data-astro-reload=""
              aria-current={code === currentLanguage() ? 'true' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
