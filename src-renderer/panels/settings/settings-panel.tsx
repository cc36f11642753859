import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useRoster } from '../../state/roster-store';
import { Button } from '../../ui/button';
import { SearchInput } from '../../ui/field';
import { Grow, PanelFrame } from '../../ui/panel';
import { EmptyState } from '../../ui/state-view';
import { useSettingsList, type Setting } from './settings-list';
import { useSettingsView } from './settings-view';
import styles from './settings.module.css';

/** Every setting on one page, with what it does and what it is at first. */
export function SettingsPanel(): ReactNode {
  const { query, setQuery, part } = useSettingsView();
  const all = useSettingsList();
  const shown = all.filter((setting) => fits(setting, query));
  const sections = [...new Set(shown.map(({ section }) => section))];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => void useRoster.getState().refresh(), []);
  useEffect(() => {
    if (part.id === null) return;
    const target = list.current?.querySelector<HTMLElement>(`#setting-${part.id}`);
    target?.scrollIntoView({ block: 'start' });
    target?.querySelector<HTMLElement>('button')?.focus();
  }, [part]);
  return (
    <PanelFrame
      title="Settings"
      toolbar={
        <Grow>
          <div className={styles.search}>
            <SearchInput label="Search settings" value={query} onChange={setQuery} />
          </div>
        </Grow>
      }
    >
      <div ref={list} className={styles.page}>
        {shown.length === 0 && (
          <EmptyState title="No setting fits" text={`Nothing here has to do with “${query}”.`}>
            <Button onClick={() => setQuery('')}>Show All Settings</Button>
          </EmptyState>
        )}
        {sections.map((section) => (
          <section key={section} aria-label={section} className={styles.section}>
            <h3 className={styles.sectionTitle}>{section}</h3>
            {shown
              .filter((setting) => setting.section === section)
              .map((setting) => (
                <Row key={setting.id} setting={setting} />
              ))}
          </section>
        ))}
      </div>
    </PanelFrame>
  );
}

function Row({ setting }: { readonly setting: Setting }): ReactNode {
  const { id, title, text, control, reset, wide } = setting;
  return (
    <div id={`setting-${id}`} className={styles.row} data-wide={wide}>
      <div className={styles.words}>
        <h4 className={styles.title}>{title}</h4>
        <p className={styles.note}>{text}</p>
      </div>
      <div className={styles.control}>
        {reset !== undefined && (
          <Button size="small" variant="ghost" icon={RotateCcw} onClick={reset.run}>
            Reset<span className="visually-hidden"> {title}</span> to {reset.label}
          </Button>
        )}
        {control}
      </div>
    </div>
  );
}

/** Every word is somewhere in what the setting says of itself. */
function fits({ section, title, text }: Setting, query: string): boolean {
  const all = `${section} ${title} ${text}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
