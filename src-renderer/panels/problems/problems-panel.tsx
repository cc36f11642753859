import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { runCommand } from '../../state/commands';
import { useEditors } from '../../state/editor-store';
import { useProblems, type FileProblems } from '../../state/problems-store';
import { Button } from '../../ui/button';
import { PathText } from '../../ui/cut-text';
import { PlainText } from '../../ui/plain-text';
import { EmptyState } from '../../ui/state-view';
import styles from './problems.module.css';

const ICONS = { error: CircleAlert, warning: TriangleAlert, info: Info };
const ORDER = { error: 0, warning: 1, info: 2 };

/** Errors and warnings of the project's files; a click goes to the line. */
export function ProblemsPanel(): ReactNode {
  const shown = useProblems((state) => state.shown);
  const grouped = useMemo(() => byPath(shown), [shown]);
  if (grouped.length === 0) {
    return (
      <EmptyState
        icon={CircleCheck}
        title="No problems"
        text="What the checker finds in tools and Wander files is listed here, those that are open included."
      >
        <Button onClick={() => runCommand('quick-open')}>Go to File…</Button>
      </EmptyState>
    );
  }
  return (
    <div style={{ height: '100%', overflow: 'auto' }}>
      {grouped.map(([path, found]) => (
        <section key={path} aria-label={path}>
          <h2 className={styles.file}>
            <PathText path={path} />
          </h2>
          <ul>
            {found.map(({ source, problem }, index) => {
              const Icon = ICONS[problem.severity];
              return (
                <li key={index}>
                  <button
                    type="button"
                    className={styles.problem}
                    data-severity={problem.severity}
                    onClick={() =>
                      useEditors
                        .getState()
                        .open(path, { line: Math.max(1, problem.line), column: Math.max(1, problem.column) })
                    }
                  >
                    <Icon size={14} strokeWidth={1.75} role="img" aria-label={problem.severity} />
                    <span>
                      <PlainText text={problem.message} lines="many" />
                      {problem.hint !== undefined && (
                        <PlainText className={styles.hint} text={problem.hint} lines="many" />
                      )}
                    </span>
                    <span className={styles.place}>
                      {source}
                      {placeText(problem)}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** ` · 2:8`, or ` · 2` where only the line is known. */
function placeText({ line, column }: FileProblems['problems'][number]): string {
  if (line <= 0) return '';
  return column > 0 ? ` · ${line}:${column}` : ` · ${line}`;
}

type Found = { readonly source: string; readonly problem: FileProblems['problems'][number] };

function byPath(files: readonly FileProblems[]): readonly (readonly [string, readonly Found[]])[] {
  const paths = new Map<string, Found[]>();
  for (const { source, path, problems } of files) {
    const found = paths.get(path) ?? [];
    found.push(...problems.map((problem) => ({ source, problem })));
    paths.set(path, found);
  }
  for (const found of paths.values()) {
    found.sort(
      (a, b) => ORDER[a.problem.severity] - ORDER[b.problem.severity] || a.problem.line - b.problem.line,
    );
  }
  return [...paths].sort(([a], [b]) => (a < b ? -1 : 1));
}
