import type { ReactNode } from 'react';
import { Columns, Frame } from './frame';
import { Pages, TabLinks } from './navigation';

export interface PanelPageProps {
  title: string;
  /** The page marked in the navigation. */
  path: string;
  account: ReactNode;
  children: ReactNode;
}

/** A page of the panel that is not one of its tabs. */
export function PanelPage({ title, path, account, children }: PanelPageProps) {
  return (
    <Frame title={title} current={path} account={account}>
      <Columns
        rail={
          <>
            <TabLinks current={path} />
            <div className="max-xl:hidden">
              <Pages current={path} />
            </div>
          </>
        }
      >
        {children}
      </Columns>
    </Frame>
  );
}
