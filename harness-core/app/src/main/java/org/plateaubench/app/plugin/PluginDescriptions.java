// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.plateaubench.app.Installation;
import org.plateaubench.app.plugin.PluginDescription.ServiceDescription;
import org.plateaubench.app.plugin.PluginDescription.WorkloadDescription;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog;

/** Reads the descriptions of installed plugins; a plugin that fails to answer is described as failing. Thread-safe. */
public final class PluginDescriptions {
    private static final String DESCRIBING = "Describing it";

    private final Installation installation;

    public PluginDescriptions(Installation installation) {
        this.installation = installation;
    }

    private PluginCatalog catalog() {
        return installation.catalog();
    }

    public List<PluginDescription> all() {
        return catalog().plugins().stream().map(PluginDescriptions::describe).toList();
    }

    public Optional<PluginDescription> plugin(String id) {
        return catalog().plugins().stream()
                .filter(plugin -> plugin.id().equals(id))
                .findFirst()
                .map(PluginDescriptions::describe);
    }

    private static PluginDescription describe(LoadedPlugin plugin) {
        List<PluginDescription.Jar> jars = plugin.jars().stream()
                .map(jar -> new PluginDescription.Jar(jar.name(), jar.sha256()))
                .toList();
        try {
            return PluginCall.ask(
                    DESCRIBING,
                    plugin.origin(),
                    () -> new PluginDescription(
                            plugin.id(),
                            plugin.version(),
                            plugin.description(),
                            null,
                            jars,
                            plugin.workloads().stream()
                                    .map(workload -> WorkloadDescription.of(plugin, workload))
                                    .toList(),
                            plugin.sutServices().stream()
                                    .map(service -> ServiceDescription.of(plugin.id(), service))
                                    .toList()));
        } catch (PluginCall.Failure e) {
            return new PluginDescription(
                    plugin.id(), plugin.version(), plugin.description(), e.describe(), jars, List.of(), List.of());
        }
    }

    public Optional<ServiceDescription> service(String name) {
        return services().stream()
                .filter(service -> service.name().equals(name))
                .findFirst();
    }

    public List<ServiceDescription> services() {
        return catalog().plugins().stream()
                .flatMap(plugin -> servicesOf(plugin).stream())
                .sorted(Comparator.comparing(ServiceDescription::name))
                .toList();
    }

    private static List<ServiceDescription> servicesOf(LoadedPlugin plugin) {
        try {
            return PluginCall.ask(
                    DESCRIBING,
                    plugin.origin(),
                    () -> plugin.sutServices().stream()
                            .<ServiceDescription>map(service -> ServiceDescription.of(plugin.id(), service))
                            .toList());
        } catch (PluginCall.Failure e) {
            return List.of();
        }
    }

    /** The SUT services that the harness can start, with some parameters at least. */
    public List<ServiceDescription> startableServices() {
        return services().stream().filter(ServiceDescription::startable).toList();
    }
}
