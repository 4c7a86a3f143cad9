// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.comparison.PlanDigest;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.loader.Sha256;

/**
 * Collects the software with which a run was made: Plateau and the plugins of its workloads and SUT services, each with
 * its version, by name. It also has the plan and the agents, which the runs of one cell have in common. Stateless; any
 * thread.
 */
public final class RunSoftware {
    /** The digest of its plan. */
    static final String PLAN = "plan";

    /** The agents that drove its load. */
    static final String AGENTS = "agents";

    /** The beginning of the name of a plugin. */
    static final String PLUGIN = "plugin ";

    private static final String NONE = "none";
    private static final String JARS = "jars of Plateau";

    private RunSoftware() {}

    /** The versions by name, from two files of a run; null if it has not stored an environment. */
    public static @Nullable Map<String, String> of(Map<String, Object> environment, Map<String, Object> plan) {
        RunEnvironment stored = RunEnvironment.of(environment);
        RunEnvironment.Program plateau = stored.plateau();
        if (plateau == null) {
            return null;
        }
        Map<String, String> software = new TreeMap<>();
        software.put("Plateau", plateau.version());
        if (plateau.digest() != null) {
            software.put(JARS, Sha256.shown(plateau.digest()));
        }
        Set<String> used = values(plan.get("workloads"), "plugin");
        Set<String> services = values(plan.get("suts"), "service");
        for (RunEnvironment.Plugin plugin : stored.plugins()) {
            if (used.contains(plugin.id()) || plugin.services().stream().anyMatch(services::contains)) {
                software.put(PLUGIN + plugin.id(), text(plugin));
            }
        }
        stored.programs().forEach((scope, versions) -> {
            if (versions instanceof Map<?, ?> ofScope) {
                ofScope.forEach((name, version) -> software.put(name + " of " + scope, String.valueOf(version)));
            }
        });
        software.put(PLAN, Sha256.shown(PlanDigest.of(plan)));
        software.put(AGENTS, String.join(" + ", PlanDigest.agents(plan)));
        return software;
    }

    /** What is not the same in two runs, each in words; what is not known of one of them, but for plugins, does not count. */
    public static List<String> changes(Map<String, String> then, Map<String, String> now) {
        Set<String> names = new TreeSet<>(then.keySet());
        names.addAll(now.keySet());
        return names.stream()
                .filter(name -> name.startsWith(PLUGIN) || (then.containsKey(name) && now.containsKey(name)))
                .filter(name -> !Objects.equals(then.get(name), now.get(name)))
                .map(name -> name + " was " + then.getOrDefault(name, NONE) + " and is " + now.getOrDefault(name, NONE))
                .toList();
    }

    /** A sentence about software that is not the same in all runs; empty if there is no difference. */
    public static String differences(List<Map<String, String>> runs) {
        return sentence("The runs were made with different software", differing(runs, name -> !isOfCell(name)));
    }

    /**
     * A sentence about plans or agents that are not the same in all trials of a cell; empty when they are.
     *
     * @param cell its name, may be empty
     */
    public static String differencesWithin(String cell, List<Map<String, String>> trials) {
        return sentence(
                "The trials" + (cell.isEmpty() ? "" : " of '" + cell + "'")
                        + " are not all of the same plan and agents",
                differing(trials, RunSoftware::isOfCell));
    }

    private static boolean isOfCell(String name) {
        return name.equals(PLAN) || name.equals(AGENTS);
    }

    private static String sentence(String subject, List<String> differing) {
        return differing.isEmpty()
                ? ""
                : subject + ", which may explain the differences between their figures: " + String.join("; ", differing)
                        + ".";
    }

    private static List<String> differing(List<Map<String, String>> runs, Predicate<String> names) {
        Map<String, TreeSet<String>> all = new TreeMap<>();
        runs.forEach(run -> run.forEach((name, version) ->
                all.computeIfAbsent(name, key -> new TreeSet<>()).add(version)));
        return all.entrySet().stream()
                .filter(each -> names.test(each.getKey()))
                .filter(each -> each.getValue().size() > 1)
                .map(each -> each.getKey() + " " + String.join(" and ", each.getValue()))
                .toList();
    }

    private static Set<String> values(@Nullable Object list, String key) {
        Set<String> values = new TreeSet<>();
        Documents.mappings(list).forEach(element -> values.add(String.valueOf(element.get(key))));
        return values;
    }

    /** A version with the displayed digits of one digest of all jars, if there are any. */
    private static String text(RunEnvironment.Plugin plugin) {
        String jars = plugin.jars().stream()
                .map(jar -> jar.name() + " " + jar.sha256() + "\n")
                .sorted()
                .collect(Collectors.joining());
        return plugin.version()
                + (jars.isEmpty() ? "" : " (" + Sha256.shown(HexFormat.of().formatHex(Sha256.of(jars))) + ")");
    }
}
