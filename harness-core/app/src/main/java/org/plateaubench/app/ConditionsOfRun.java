// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginJar;

/** Compares the plugins with which a stored run was made with those that are installed. Stateless; any thread. */
final class ConditionsOfRun {
    private static final String NOTHING = "none";

    private ConditionsOfRun() {}

    /**
     * A sentence for each plugin that the run used and that differs here, by its version or the digests of its jars.
     *
     * @param environment the stored environment of the run
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
