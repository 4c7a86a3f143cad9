// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.comparison.difference.Difference;
import org.plateaubench.engine.report.comparison.difference.PlanDifferences;
import org.plateaubench.engine.report.comparison.difference.PlanDigest;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.PluginCatalog;

/**
 * Compares the conditions under which a stored run was made with those of a run that would be made now. Stateless; any
 * thread.
 */
final class ConditionsOfRun {
    private static final int MOST_DIFFERENCES = 8;
    private static final Pattern OBSERVER = Pattern.compile("observers(\\[.*)?");

    private ConditionsOfRun() {}

    /**
     * The differences, a sentence each, of the program, of the plugins that the run used, and of its plan; empty if a
     * run that is made now is comparable.
     */
    static List<String> differences(RunFolder folder, RunPlan plan, PluginCatalog here, RunEnvironment.Program program)
            throws IOException {
        for (StoredFile file : List.of(StoredFile.ENVIRONMENT, StoredFile.PLAN)) {
            if (Files.notExists(folder.file(file))) {
                return List.of(
                        "It is not known with what the run was made, since its folder has no " + file.fileName() + ".");
            }
        }
        RunEnvironment environment = RunEnvironment.of(tree(folder, StoredFile.ENVIRONMENT));
        List<String> sentences = new ArrayList<>();
        RunEnvironment.Program then = environment.plateau();
        if (then == null) {
            sentences.add("It is not known with which Plateau the run was made.");
        } else if (isAnother(then, program)) {
            sentences.add("This Plateau differs from that of the run, which was " + build(then) + " and is "
                    + build(program) + " here.");
        }
        sentences.addAll(PluginsOfRun.differences(environment, plan, here));
        List<String> keys = differences(tree(folder, StoredFile.PLAN), Documents.parse(plan.canonicalText())).stream()
                .map(ConditionsOfRun::text)
                .toList();
        if (!keys.isEmpty()) {
            sentences.add("The plan of the run would now be another one: "
                    + String.join("; ", keys.stream().limit(MOST_DIFFERENCES).toList())
                    + (keys.size() > MOST_DIFFERENCES ? "; and " + (keys.size() - MOST_DIFFERENCES) + " more" : "")
                    + ".");
        }
        return sentences;
    }

    /**
     * Whether two programs differ. A digest that is unknown on one side, is not a
     * difference, and neither is another commit.
     */
    static boolean isAnother(RunEnvironment.Program then, RunEnvironment.Program program) {
        return !program.version().equals(then.version())
                || (then.digest() != null
                        && program.digest() != null
                        && !program.digest().equals(then.digest()));
    }

    private static String build(RunEnvironment.Program program) {
        return program.version()
                + (program.digest() == null ? "" : " with the SHA-256 digest " + program.digest())
                + (program.commit() == null ? "" : " of commit " + program.commit());
    }

    /**
     * The differences of two plans that affect figures: what agents sample of their hosts does not; the names of agents
     * do, but not their shares.
     */
    static List<Difference> differences(Map<String, Object> then, Map<String, Object> now) {
        List<Difference> differences = new ArrayList<>();
        Set<String> before = PlanDigest.agents(then);
        Set<String> here = PlanDigest.agents(now);
        if (!before.equals(here)) {
            differences.add(
                    new Difference("agents", false, List.of(String.join(", ", before), String.join(", ", here))));
        }
        PlanDifferences.of(List.of(then, now)).stream()
                .filter(difference -> !difference.minor())
                .filter(difference -> !OBSERVER.matcher(difference.path()).matches())
                .forEach(differences::add);
        return differences;
    }

    private static String text(Difference difference) {
        return difference.path() + " was " + difference.first() + " and is " + difference.last();
    }

    private static Map<String, Object> tree(RunFolder folder, StoredFile file) throws IOException {
        try {
            return folder.document(file);
        } catch (IllegalArgumentException e) {
            throw new IOException(folder.file(file) + " is broken: " + e.getMessage() + ".", e);
        }
    }
}
