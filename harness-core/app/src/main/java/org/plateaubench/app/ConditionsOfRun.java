// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.comparison.difference.Difference;
import org.plateaubench.engine.report.comparison.difference.PlanDifferences;
import org.plateaubench.engine.report.comparison.difference.PlanDigest;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginJar;

/**
 * Compares the conditions under which a stored run was made with those of a run that would be made now. Stateless; any
 * thread.
 */
final class ConditionsOfRun {
    private static final int MOST_DIFFERENCES = 8;
    private static final String NOTHING = "none";
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
        sentences.addAll(ofPlugins(environment, plan, here));
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

    /**
     * A sentence for each plugin that the run used and that differs here, by its version or the digests of its jars.
     */
    static List<String> ofPlugins(RunEnvironment environment, RunPlan plan, PluginCatalog here) {
        List<String> sentences = new ArrayList<>();
        Set<String> used = new TreeSet<>();
        plan.workloads().forEach(workload -> used.add(workload.plugin()));
        for (PlannedSut sut : plan.suts()) {
            Optional<LoadedPlugin> owner = here.plugins().stream()
                    .filter(plugin -> plugin.sutServices().stream()
                            .anyMatch(service -> service.name().equals(sut.service())))
                    .findFirst();
            owner.ifPresentOrElse(
                    plugin -> used.add(plugin.id()),
                    () -> sentences.add("No plugin here has the SUT service " + sut.service() + "."));
        }
        for (String id : used) {
            List<String> differences = differing(stored(environment, id), installed(here, id));
            if (!differences.isEmpty()) {
                sentences.add(
                        "Plugin " + id + " differs here from that of the run: " + String.join("; ", differences) + ".");
            }
        }
        return sentences;
    }

    private record Installed(String version, Map<String, String> jars) {}

    private static List<String> differing(Installed then, Installed now) {
        List<String> differences = new ArrayList<>();
        if (!then.version().equals(now.version())) {
            differences.add("it had version " + then.version() + " and has " + now.version() + " here");
        }
        Set<String> names = new TreeSet<>(then.jars().keySet());
        names.addAll(now.jars().keySet());
        names.stream()
                .filter(name -> !then.jars()
                        .getOrDefault(name, NOTHING)
                        .equals(now.jars().getOrDefault(name, NOTHING)))
                .map(name -> name + " had the SHA-256 digest "
                        + then.jars().getOrDefault(name, NOTHING) + " and has "
                        + now.jars().getOrDefault(name, NOTHING) + " here")
                .forEach(differences::add);
        return differences;
    }

    private static Installed stored(RunEnvironment environment, String id) {
        String version = NOTHING;
        Map<String, String> digests = new TreeMap<>();
        for (RunEnvironment.Plugin plugin : environment.plugins()) {
            if (plugin.id().equals(id)) {
                version = plugin.version();
                plugin.jars().forEach(jar -> digests.put(jar.name(), jar.sha256()));
            }
        }
        return new Installed(version, digests);
    }

    private static Installed installed(PluginCatalog here, String id) {
        String version = NOTHING;
        Map<String, String> digests = new TreeMap<>();
        for (LoadedPlugin plugin : here.plugins()) {
            if (plugin.id().equals(id)) {
                version = plugin.version();
                for (PluginJar jar : plugin.jars()) {
                    digests.put(jar.name(), jar.sha256().toLowerCase(Locale.ROOT));
                }
            }
        }
        return new Installed(version, digests);
    }
}
