// What can be done with one of one's own photos.
import type { MouseEvent } from 'react';
import type { OwnPhoto } from '#contract/photos';
import { t } from '#lib/i18n';
import { movePhoto, setMainPhoto, setPhotoAccess } from '#stores/photos';
import { Icon, type IconName } from '#ui/Icon';
import { Menu } from '#ui/Menu';

interface Props {
  photo: OwnPhoto;
  number: number;
  total: number;
  onMoved: (number: number) => void;
  onRemove: () => void;
}

export function PhotoMenu({
  photo: { id, main, private: isPrivate, status },
  number,
  total,
  onMoved,
  onRemove,
}: Props) {
  const move = (to: number): void => {
    void movePhoto(id, to - 1);
    onMoved(to);
  };
  const entries: readonly (Entry | false)[] = [
    !main &&
      !isPrivate &&
      status !== 'rejected' && { name: 'make_main', icon: 'star', run: () => void setMainPhoto(id) },
    status !== 'rejected' && {
      name: isPrivate ? 'make_free' : 'make_private',
      icon: isPrivate ? 'eye' : 'lock',
      run: () => void setPhotoAccess(id, !isPrivate),
    },
    number > 1 && { name: 'earlier', icon: 'left', run: () => move(number - 1) },
    number < total && { name: 'later', icon: 'right', run: () => move(number + 1) },
    { name: 'remove', icon: 'trash', run: onRemove },
  ];
  return (
    <Menu label={t('photos:actions', { number })} button={<Icon name="dots" />} buttonClass="round menu-dots">
      {entries.map(
        (entry) =>
          entry && (
            <li key={entry.name}>
              <button type="button" onClick={(event) => run(event, entry)}>
                <Icon name={entry.icon} />
                <span>{t(`photos:${entry.name}`)}</span>
              </button>
            </li>
          ),
      )}
    </Menu>
  );
}

interface Entry {
  readonly name: string;
  readonly icon: IconName;
  run(): void;
}

/** The menu closes, and the focus stays with it. */
function run({ currentTarget }: MouseEvent<HTMLElement>, entry: Entry): void {
  const menu = currentTarget.closest('details');
  if (menu) menu.open = false;
  menu?.querySelector('summary')?.focus();
  entry.run();
}
