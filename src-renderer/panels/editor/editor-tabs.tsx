import { Braces, FileCode, FileText, X, type LucideIcon } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { dragHandle } from '../../state/dock-drag';
import type { EditorTab } from '../../state/editor-store';
import { editorPanel } from '../../state/panels';
import { BareButton } from '../../ui/button';
import { visibleText } from '../../ui/visible-text';
import styles from './editor-tabs.module.css';
import { labelOf } from './tab-label';

export interface EditorTabsProps {
  readonly tabs: readonly EditorTab[];
  readonly active: string | null;
  readonly isDirty: (tab: EditorTab) => boolean;
  readonly isDeleted: (tab: EditorTab) => boolean;
  readonly onActivate: (id: string) => void;
  readonly onClose: (tab: EditorTab) => void;
  readonly onMove: (id: string, toIndex: number) => void;
}

/** The open files. Arrows move between tabs, Delete closes one, Alt and arrows move it. */
export function EditorTabs({
  tabs,
  active,
  isDirty,
  isDeleted,
  onActivate,
  onClose,
  onMove,
}: EditorTabsProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const focus = (index: number): void => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (!tab) return;
    onActivate(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(tab)]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const tab = tabs[index];
    if (!tab || event.ctrlKey || event.metaKey) return;
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0 && event.altKey) onMove(tab.id, Math.max(0, Math.min(tabs.length - 1, index + step)));
    else if (step !== 0) focus(index + step);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(tabs.length - 1);
    else if (event.key === 'Delete') onClose(tab);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label="Open files">
      {tabs.map((tab, index) => {
        const dirty = isDirty(tab);
        const label = labelOf(tab);
        const Icon = iconOf(tab);
        return (
          <div key={tab.id} className={styles.slot} data-active={tab.id === active}>
            <button
              type="button"
              role="tab"
              id={`tab-${tab.id}`}
              aria-selected={tab.id === active}
              tabIndex={tab.id === active ? 0 : -1}
              className={styles.tab}
              title={visibleText(tab.kind === 'file' ? tab.path : tab.tool)}
              onClick={() => onActivate(tab.id)}
              onAuxClick={(event) => event.button === 1 && onClose(tab)}
              onKeyDown={(event) => onKeyDown(event, index)}
              {...dragHandle(editorPanel(tab.id))}
            >
              <Icon size={14} strokeWidth={1.75} aria-hidden />
              <bdi className={isDeleted(tab) ? styles.deleted : undefined}>{label}</bdi>
              {isDeleted(tab) && <span className={styles.note}>deleted</span>}
              {dirty && (
                <span className={styles.dot}>
                  <span className="visually-hidden">, not saved</span>
                </span>
              )}
            </button>
            {/* For the pointer; keys have Delete and the command Close File. */}
            <BareButton
              className={styles.close}
              tabIndex={-1}
              aria-hidden
              title={`Close ${label}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onClose(tab)}
            >
              <X size={14} strokeWidth={1.75} />
            </BareButton>
          </div>
        );
      })}
    </div>
  );
}

function iconOf(tab: EditorTab): LucideIcon {
  if (tab.kind === 'pair') return FileCode;
  if (tab.path.endsWith('.json')) return Braces;
  return tab.path.endsWith('.wander') ? FileCode : FileText;
}
