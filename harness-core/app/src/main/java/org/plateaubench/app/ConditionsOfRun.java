// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.comparison.Difference;
import org.plateaubench.engine.report.comparison.PlanDifferences;
import org.plateaubench.engine.store.BoundedFile;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.PluginCatalog;

/** What a stored run was made with, compared with what a run would be made with now. */
final class ConditionsOfRun {
    private static final int MOST_BYTES = 16 << 20;
    private static final int MOST_DIFFERENCES = 8;

    private ConditionsOfRun() {}

    /**
     * What differs, a sentence each: this program, the plugins that the run used, its plan. None when a run that is made now
     * can be set beside it.
     *
     * @param plan plan of the run that would be made now
     * @param version version of this program
     * @throws IOException with a sentence for a person when the run cannot be read
     */
    static List<String> differences(RunFolder folder, RunPlan plan, PluginCatalog here, String version)
            throws IOException {
        Map<String, Object> environment = tree(folder, StoredFile.ENVIRONMENT);
        List<String> sentences = new ArrayList<>();
        if (environment.get("plateau") instanceof Map<?, ?> then) {
            String before = build(then.get("version"), then.get("commit"));
            String now = build(version, BuildCommit.find());
            if (!before.equals(now)) {
                sentences.add("Plateau is another one here than that of the run: it was " + before + " and is " + now
                        + " here.");
            }
        }
        sentences.addAll(PluginsOfRun.differences(environment, plan, here));
        List<String> keys =
                PlanDifferences.of(List.of(tree(folder, StoredFile.PLAN), Documents.parse(plan.canonicalText())))
                        .stream()
                        .filter(difference -> !difference.minor())
                        .map(ConditionsOfRun::text)
                        .toList();
        if (!keys.isEmpty()) {
            sentences.add("The plan of the run is another one now: "
                    + String.join("; ", keys.stream().limit(MOST_DIFFERENCES).toList())
                    + (keys.size() > MOST_DIFFERENCES ? "; and " + (keys.size() - MOST_DIFFERENCES) + " more" : "")
                    + ".");
        }
        return sentences;
    }

    private static String build(@Nullable Object version, @Nullable Object commit) {
        return commit == null ? String.valueOf(version) : version + " of commit " + commit;
    }

    private static String text(Difference difference) {
        return difference.path() + " was " + said(difference.values().getFirst()) + " and is "
                + said(difference.values().getLast());
    }

    private static String said(@Nullable String value) {
        return value == null ? "missing" : value;
    }

    private static Map<String, Object> tree(RunFolder folder, StoredFile file) throws IOException {
        try {
            return Documents.parse(BoundedFile.text(folder.file(file), MOST_BYTES));
        } catch (IllegalArgumentException e) {
            throw new IOException(folder.file(file) + " is broken: " + e.getMessage() + ".", e);
        }
    }
}
