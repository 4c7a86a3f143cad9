// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.plateaubench.app.Installation;
import org.plateaubench.app.plugin.CheckedPlugin.CheckOptions;
import org.plateaubench.app.plugin.CheckedPlugin.GuardedSteps;
import org.plateaubench.app.plugin.CheckedPlugin.UnpackedPlugin;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginCatalog.PluginProblem;
import org.plateaubench.loader.PluginOrigin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.CheckReport;
import org.plateaubench.testkit.CheckRule;
import org.plateaubench.testkit.ReachCheck;

/** Checks a plugin as it will be installed; each call has a time limit. One check per instance, on one thread. */
public final class PluginChecker {
    private static final Duration THREAD_END_LIMIT = Duration.ofSeconds(3);

    private final CheckOptions options;
    private final PluginCatalog installed;
    private final CheckReport report;

    public PluginChecker(CheckOptions options, Installation installed, Consumer<CheckReport.Finding> findings) {
        this.options = options;
        this.installed = installed.catalog();
        this.report = new CheckReport(findings);
    }

    public CheckReport check() throws IOException, InterruptedException {
        try (UnpackedPlugin unpacked = UnpackedPlugin.of(options.archive())) {
            try (PluginCatalog catalog = PluginCatalog.load(List.of(unpacked.root()))) {
                load(catalog);
                for (LoadedPlugin plugin : catalog.plugins()) {
                    check(plugin, catalog, unpacked);
                }
            }
        }
        return report;
    }

    private void load(PluginCatalog catalog) {
        String subject = "archive " + options.archive().getFileName();
        catalog.problems().forEach(problem -> report.broken(CheckRule.LOAD, subject, sentence(problem)));
        if (catalog.plugins().isEmpty() && catalog.problems().isEmpty()) {
            report.broken(CheckRule.LOAD, subject, "it contains no plugin: no folder with a jar.");
        }
        catalog.plugins()
                .forEach(plugin ->
                        report.kept(CheckRule.LOAD, "plugin " + plugin.id(), "version " + plugin.version() + "."));
    }

    private static String sentence(PluginProblem problem) {
        String text = UnpackedPlugin.withPathsInArchive(problem.toString());
        return text.endsWith(".") ? text : text + ".";
    }

    private void check(LoadedPlugin plugin, PluginCatalog catalog, UnpackedPlugin unpacked)
            throws InterruptedException {
        GuardedSteps steps = new GuardedSteps(report, plugin);
        checkDescription(plugin, steps);
        CheckedPlugin checked = new CheckedPlugin(options, catalog, installed, unpacked.suts(), report, steps);
        for (SutServiceType<?> service : plugin.sutServices()) {
            checked.check(service);
        }
        for (Workload<?> workload : plugin.workloads()) {
            checked.check(workload);
        }
        if (!plugin.workloads().isEmpty()) {
            requireDriven("plugin " + plugin.id());
        }
        checkLeftovers(plugin, catalog);
    }

    /** Requires that at least one workload was driven; otherwise only the definitions of the plugin were checked. */
    private void requireDriven(String subject) {
        boolean isDriven = report.all().stream()
                .anyMatch(
                        finding -> finding.rule() == CheckRule.RUN && finding.state() != CheckReport.State.NOT_CHECKED);
        if (!isDriven && options.allowUndriven()) {
            report.notChecked(CheckRule.DRIVEN, subject, "no workload was driven.");
        } else if (!isDriven) {
            report.broken(CheckRule.DRIVEN, subject, "no workload was driven.");
        }
    }

    private void checkDescription(LoadedPlugin plugin, GuardedSteps steps) throws InterruptedException {
        String subject = "plugin " + plugin.id();
        List<String> problems = new ArrayList<>();
        if (plugin.description().isBlank()) {
            problems.add("it has no description.");
        }
        if (plugin.version().equals("unversioned")) {
            problems.add("it has no version; Implementation-Version in the manifest is one.");
        }
        report.judge(CheckRule.DESCRIPTION, subject, problems, "described.");
        steps.call(CheckRule.PARAMETERS, subject, () -> ReachCheck.missing(plugin.workloads(), plugin.sutServices()))
                .ifPresent(missing -> report.judge(
                        CheckRule.PARAMETERS,
                        subject,
                        missing.stream().map(problem -> problem + ".").toList(),
                        "parameters that reach into the host are marked."));
    }

    private void checkLeftovers(LoadedPlugin plugin, PluginCatalog catalog) throws InterruptedException {
        String subject = "plugin " + plugin.id();
        List<String> printed =
                catalog.hasPrinted() ? List.of("it printed to the standard output or error stream.") : List.of();
        report.judge(CheckRule.PROCESS, subject, printed, "it printed nothing.");
        Optional<String> left = PluginOrigin.threadsLeft(plugin.id());
        for (int i = 0; i < THREAD_END_LIMIT.toMillis() / 100 && left.isPresent(); i++) {
            Thread.sleep(100);
            left = PluginOrigin.threadsLeft(plugin.id());
        }
        report.judge(CheckRule.THREADS, subject, left.stream().toList(), "no thread was left.");
    }
}
