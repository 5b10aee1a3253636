// The skeleton of the settings page. Without hooks and texts, so that it also renders in the static page.
import { Skeleton } from './Skeleton.tsx';

/** As many rows as there are sections in each group (src/features/settings/sections.ts). */
export const SETTINGS_ROWS = [5, 9, 3] as const;

export function SettingsSkeleton({ label }: { label: string }) {
  return (
    <div className="settings" aria-busy="true">
      <p className="visually-hidden">{label}</p>
      <div aria-hidden="true">
        <div className="settings-heading display">
          <Skeleton size="half" />
        </div>
        {SETTINGS_ROWS.map((rows, group) => (
          <SkeletonGroup key={group} rows={rows} />
        ))}
      </div>
    </div>
  );
}

function SkeletonGroup({ rows }: { rows: number }) {
  return (
    <>
      <p className="settings-group">
        <Skeleton size="short" />
      </p>
      <div className="setting-list">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="setting">
            <div className="setting-row">
              <Skeleton size="half" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
