// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.app.editor.FoundProblem.Severity;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.engine.config.RunFile;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileSchema;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.edit.RunFileText;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.engine.plan.planning.SecretCheck;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.SecretReferences;

/** Supports the writing of run files for the installed plugins. Any thread; texts are untrusted. */
public final class RunFileEditor {
    private final Installation installation;
    private final PluginDescriptions plugins;
    private volatile Known known;
    private final Function<String, @Nullable String> variables;

    /**
     * Creates an editor for the plugins of an installation.
     *
     * @param variables value of an environment variable, null when it is not set
     */
    public RunFileEditor(Installation installation, Function<String, @Nullable String> variables) {
        this.variables = variables;
        this.installation = installation;
        plugins = new PluginDescriptions(installation);
        known = Known.of(installation.catalog());
    }

    private record Known(PluginCatalog catalog, Map<String, Object> schema) {
        static Known of(PluginCatalog catalog) {
            return new Known(catalog, RunFileSchema.of(catalog));
        }
    }

    private Known known() {
        PluginCatalog catalog = installation.catalog();
        Known present = known;
        if (present.catalog() != catalog) {
            present = Known.of(catalog);
            known = present;
        }
        return present;
    }

    /**
     * Checks a text as {@code plateau validate} does, and creates its form.
     *
     * @param origin its folder, and the parts of the host that it may name
     */
    public RunFileCheck check(String text, RunOrigin origin) {
        RunFileText read = RunFileText.of(text);
        Known present = known();
        List<FoundProblem> problems = new ArrayList<>();
        PlanSummary plan = null;
        try {
            RunFile file = RunFileReader.read("", text, origin.folder(), origin.within(), List.of());
            RunPlan planned = new Planner(present.catalog(), origin.rules()).plan(file);
            plan = PlanSummary.of(planned);
            problems.addAll(
                    missingSecrets(file, planned, new SecretReferences(variables, origin.folder()), text, read));
        } catch (WrongConfiguration e) {
            problems.addAll(located(e.problems(), text, read, Severity.ERROR));
        }
        Form form = read.isMapping() ? new FormMaker(present.schema(), plugins, read).make() : null;
        return new RunFileCheck(problems, form, plan);
    }

    /** The secrets that are missing on this host; they may exist on the host of the run. */
    private List<FoundProblem> missingSecrets(
            RunFile file, RunPlan plan, SecretReferences references, String text, RunFileText read) {
        try {
            SecretCheck.check(file, plan, references);
            return List.of();
        } catch (WrongConfiguration e) {
            return located(e.problems(), text, read, Severity.WARNING);
        }
    }

    private static List<FoundProblem> located(
            List<Problem> problems, String text, RunFileText read, Severity severity) {
        String[] lines = text.split("\r?\n", -1);
        return problems.stream()
                .map(problem -> FoundProblem.of(problem, lines, read.endColumn(problem), severity))
                .toList();
    }

    /** The proposals for a place of a text. */
    public Completion complete(String text, int line, int column) {
        return new Completer(known().schema(), plugins).complete(text, line, column);
    }

    /**
     * The text of a small run of a workload.
     *
     * @param workload name within the plugin, null for its only one
     * @param examples texts of run files that may contain a SUT for it
     * @return empty when there is no such workload
     */
    public Optional<String> starter(String plugin, @Nullable String workload, List<String> examples) {
        return plugins.plugin(plugin).flatMap(description -> {
            boolean isClear = workload != null || description.workloads().size() == 1;
            return description.workloads().stream()
                    .filter(candidate ->
                            isClear && (workload == null || candidate.name().equals(workload)))
                    .findFirst()
                    .map(found -> new StarterFile(plugins, description, found, examples).text());
        });
    }

    /**
     * An object that is replaced by another when the plugins change, so that earlier results of checks can be
     * recognised as outdated.
     */
    public Object pluginState() {
        return known().catalog();
    }

    public PluginDescriptions plugins() {
        return plugins;
    }
}
