// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.HtmlReport;
import org.plateaubench.engine.report.JUnitReport;
import org.plateaubench.engine.report.PluginSection;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;

/** The reports of a judged run, with tables of the installed plugins. Immutable. */
public record RunReports(StoredRun run, Judgement judgement, List<PluginSection> sections) {

    public static RunReports of(StoredRun run, PluginCatalog catalog) {
        Judgement judgement = Judge.judge(run);
        List<PluginSection> sections = PluginSection.render(
                RunPlan.fromTree(run.plan()),
                judgement,
                plugin -> catalog.plugins().stream()
                        .filter(loaded -> loaded.id().equals(plugin))
                        .findFirst()
                        .map(LoadedPlugin::reportSections)
                        .orElse(List.of()));
        return new RunReports(run, judgement, sections);
    }

    public String json() {
        return judgement.text();
    }

    public String junit() {
        return JUnitReport.of(judgement);
    }

    public String html() {
        return HtmlReport.of(run, judgement, sections);
    }

    /** A run that has ended; without reports if it could not be read back. */
    public record FinishedRun(
            RunFolder folder, RunEnd end, @Nullable RunReports reports) {}
}
