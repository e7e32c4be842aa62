import type { ReactNode } from 'react';
import { usePanelAccess } from '@/entities/panel-access';
import { signedInPaths } from '@/entities/signed-in-paths';
import { navigateOnce, useNextSearchParams } from '@/lib/router';
import { SideTabs } from '@/ui/side-tabs';
import { Columns, Frame } from './frame';
import { Pages, TabLabel, tabClass, tabListClass } from './navigation';
import { placesOf, TABS, type TabPlace } from './places';

type Section = (typeof TABS)[number]['section'];

export interface PanelProps {
  /** The content of each tab. */
  contents: Readonly<Record<Section, ReactNode>>;
  account: ReactNode;
}

/** The administrator's page. The address holds the open tab, so that it can be linked and reloaded. */
export function Panel({ contents, account }: PanelProps) {
  const [params] = useNextSearchParams();
  const { tabs } = placesOf(usePanelAccess());
  const asked = params.get('aba');
  const open: TabPlace = tabs.find(({ section }) => section === asked) ?? TABS[0];
  return (
    <Frame title={open.label} current={open.path} account={account}>
      <SideTabs
        label="Seções do painel"
        tabs={tabs.map(({ section, label }) => ({ value: section, label, content: contents[section as Section] }))}
        value={open.section}
        onValueChange={(section) => navigateOnce(signedInPaths.adminPanel({ section }))}
        layout={(list, content) => (
          <Columns
            rail={
              <>
                {list}
                <div className="max-xl:hidden">
                  <Pages current={open.path} />
                </div>
              </>
            }
          >
            {content}
          </Columns>
        )}
        listClass={tabListClass}
        tabClass={tabClass}
        labelOf={({ value }) => {
          const place = tabs.find(({ section }) => section === value);
          return place && <TabLabel {...place} />;
        }}
      />
    </Frame>
  );
}
