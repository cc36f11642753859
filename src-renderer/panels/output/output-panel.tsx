import { useVirtualizer } from '@tanstack/react-virtual';
import { ScrollText, Trash2 } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { runCommand } from '../../state/commands';
import { useOutput } from '../../state/output-store';
import { IconButton, Button } from '../../ui/button';
import { SearchInput } from '../../ui/field';
import { Grow, PanelFrame } from '../../ui/panel';
import { PlainText } from '../../ui/plain-text';
import { EmptyState } from '../../ui/state-view';
import { clockTime, exactTime } from '../../ui/time-format';
import { visibleText } from '../../ui/visible-text';
import styles from './output.module.css';

/** What the project's code printed, newest at the end. */
export function OutputPanel(): ReactNode {
  const lines = useOutput((state) => state.lines);
  const clear = useOutput((state) => state.clear);
  const [search, setSearch] = useState('');
  const shown = useMemo(() => {
    const word = search.toLowerCase();
    return word === ''
      ? lines
      : lines.filter(
          (line) => line.text.toLowerCase().includes(word) || line.source.toLowerCase().includes(word),
        );
  }, [lines, search]);
  const scroll = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  // eslint-disable-next-line react-hooks/incompatible-library -- its results are used here only
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 20,
    overscan: 20,
    getItemKey: (index) => shown[index]?.id ?? index,
  });
  const height = virtual.getTotalSize();
  useLayoutEffect(() => {
    const box = scroll.current;
    if (box !== null && atEnd.current) box.scrollTop = box.scrollHeight;
  }, [shown, height]);
  return (
    <PanelFrame
      scroll={false}
      toolbar={
        <>
          <div style={{ width: '18rem', minWidth: 0 }}>
            <SearchInput label="Filter the output" value={search} onChange={setSearch} />
          </div>
          <Grow />
          <IconButton label="Clear Output" icon={Trash2} disabled={lines.length === 0} onClick={clear} />
        </>
      }
    >
      {shown.length === 0 ? (
        <EmptyState
          compact={search !== ''}
          icon={ScrollText}
          title={search === '' ? 'No output yet' : 'No line fits'}
          text={search === '' ? 'What tools print, and their warnings, appears here.' : undefined}
        >
          {search === '' ? (
            <Button onClick={() => runCommand('view.tools')}>Try a Tool</Button>
          ) : (
            <Button onClick={() => setSearch('')}>Clear Filter</Button>
          )}
        </EmptyState>
      ) : (
        <div
          ref={scroll}
          className={styles.scroll}
          role="log"
          aria-label="Output"
          tabIndex={0}
          onScroll={(event) => {
            const box = event.currentTarget;
            atEnd.current = box.scrollTop + box.clientHeight >= box.scrollHeight - 8;
          }}
        >
          <div className={styles.space} style={{ height }}>
            {virtual.getVirtualItems().map((item) => {
              const line = shown[item.index];
              if (line === undefined) return null;
              return (
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  data-level={line.level}
                  className={styles.line}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <time className={styles.faint} title={exactTime(line.at)}>
                    {clockTime(line.at)}
                  </time>
                  <span className={styles.faint} title={visibleText(line.source)}>
                    {visibleText(line.source)}
                  </span>
                  <PlainText className={styles.text} text={line.text} lines="many" />
                </div>
              );
            })}
          </div>
        </div>
      )}
    </PanelFrame>
  );
}
