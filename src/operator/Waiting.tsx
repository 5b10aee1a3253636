// What is shown until an answer is here.
import { t } from '#lib/i18n';
import { Skeleton } from '#ui/Skeleton';

export function Waiting({ isPage = false }: { isPage?: boolean }) {
  const Box = isPage ? 'main' : 'div';
  return (
    <Box className="console-waiting" aria-busy="true">
      {isPage ? (
        <h1 className="visually-hidden">{t('shell:loading')}</h1>
      ) : (
        <p className="visually-hidden">{t('shell:loading')}</p>
      )}
      <Skeleton size="half" />
      <Skeleton />
      <Skeleton size="long" />
    </Box>
  );
}
