import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorState } from '../ui/state-view';

interface BoundaryProps {
  /** What is inside, for the message: `Activity`. */
  readonly name: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly error: Error | null;
}

/** Keeps a mistake in one panel from taking the window down. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(`${this.props.name} failed`, error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <ErrorState
        title={`${this.props.name} stopped`}
        error={{
          code: 'internal_error',
          message: error.message,
          hint: 'Nothing was lost: the project is held elsewhere.',
        }}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
