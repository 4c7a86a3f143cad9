// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.Workload;

/**
 * All plugins of this process, and their services by name. Unusable plugins are omitted and reported as problems.
 * Immutable; any thread. Closing the catalog closes the class loaders, so no plugin may then be in use.
 */
public final class PluginCatalog implements AutoCloseable {
    private final List<LoadedPlugin> plugins;
    private final List<PluginProblem> problems;
    private final List<PluginFolder.Opened> opened;
    private final Map<String, WorkloadEntry> workloads = new LinkedHashMap<>();
    private final Map<String, SutServiceType<?>> services = new LinkedHashMap<>();

    private PluginCatalog(
            List<LoadedPlugin> candidates, List<PluginProblem> foundBefore, List<PluginFolder.Opened> opened) {
        List<PluginProblem> found = new ArrayList<>(foundBefore);
        List<LoadedPlugin> accepted = new ArrayList<>();
        Map<String, String> ownerOfService = new LinkedHashMap<>();
        for (LoadedPlugin plugin : candidates) {
            List<PluginProblem> own = PluginCheck.problems(plugin, accepted, ownerOfService);
            found.addAll(own);
            if (own.isEmpty()) {
                accepted.add(plugin);
                register(plugin, ownerOfService);
            }
        }
        this.plugins = List.copyOf(accepted);
        this.problems = List.copyOf(found);
        this.opened = List.copyOf(opened);
    }

    private void register(LoadedPlugin plugin, Map<String, String> ownerOfService) {
        for (Workload<?> workload : plugin.workloads()) {
            WorkloadEntry entry = new WorkloadEntry(plugin, workload);
            workloads.put(entry.reference(), entry);
        }
        for (SutServiceType<?> service : plugin.sutServices()) {
            services.put(service.name(), service);
            ownerOfService.put(service.name(), plugin.id());
        }
    }

    /**
     * Loads the plugin of every folder {@code <root>/<id>/}, in name order.
     *
     * @param roots folders of plugin folders; one that does not exist is a problem
     */
    public static PluginCatalog load(List<Path> roots) {
        List<LoadedPlugin> found = new ArrayList<>();
        List<PluginProblem> problems = new ArrayList<>();
        List<PluginFolder.Opened> opened = new ArrayList<>();
        for (Path root : roots) {
            for (PluginFolder folder : folders(root, problems)) {
                try {
                    PluginFolder.Opened one = folder.open();
                    found.add(one.plugin());
                    opened.add(one);
                } catch (PluginFolder.Refused e) {
                    problems.add(new PluginProblem(folder.id(), String.valueOf(e.getMessage())));
                }
            }
        }
        return new PluginCatalog(found, problems, opened);
    }

    /** A catalog of plugins that are already on the class path. */
    public static PluginCatalog of(Plugin... plugins) {
        List<LoadedPlugin> found = new ArrayList<>();
        for (Plugin plugin : plugins) {
            found.add(LoadedPlugin.of(plugin, Optional.empty(), List.of()));
        }
        return new PluginCatalog(found, List.of(), List.of());
    }

    private static List<PluginFolder> folders(Path root, List<PluginProblem> problems) {
        if (!Files.isDirectory(root)) {
            String message = Files.exists(root)
                    ? root + " is not a folder; name the folder that holds plugin folders"
                    : "there is no folder " + root;
            problems.add(new PluginProblem(root.toString(), message));
            return List.of();
        }
        try (Stream<Path> children = Files.list(root)) {
            List<Path> found = children.sorted().toList();
            if (found.stream().anyMatch(file -> file.getFileName().toString().endsWith(".jar"))) {
                problems.add(new PluginProblem(
                        root.toString(),
                        "holds jars itself; name the folder that holds plugin folders, such as "
                                + root.toAbsolutePath().normalize().getParent()));
            }
            return found.stream()
                    .filter(PluginFolder::isOne)
                    .map(PluginFolder::new)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            problems.add(new PluginProblem(root.toString(), "folder cannot be read: " + e.getMessage()));
            return List.of();
        }
    }

    /** Whether each plugin has its own class loader, so that what it does can be attributed to it. */
    public boolean isIsolated() {
        return !opened.isEmpty();
    }

    /** The plugins that have printed since the last call, each a sentence for the operator. */
    public List<String> takePrinted() {
        return opened.stream()
                .flatMap(one -> one.loader().takePrinted().stream())
                .toList();
    }

    /** Every usable plugin. */
    public List<LoadedPlugin> plugins() {
        return plugins;
    }

    /**
     * Why a plugin that a run file names is missing, as the end of a message; empty if its folder has no problem.
     *
     * @param reference id of the plugin, or {@code id/workload}
     */
    public String whyMissing(String reference) {
        int slash = reference.indexOf('/');
        String id = slash < 0 ? reference : reference.substring(0, slash);
        return problems.stream()
                .filter(problem -> problem.plugin().equals(id))
                .map(problem -> "; " + problem)
                .collect(Collectors.joining());
    }

    /** The reasons why other plugins are unusable. */
    public List<PluginProblem> problems() {
        return problems;
    }

    /** Finds a workload by {@code id/name}, or by the id of a plugin that has only one. */
    public Optional<WorkloadEntry> workload(String reference) {
        WorkloadEntry entry = workloads.get(reference);
        if (entry != null) {
            return Optional.of(entry);
        }
        return workloads.values().stream()
                .filter(candidate -> reference.equals(
                        candidate.plugin().id() + "/" + candidate.workload().name()))
                .findFirst();
    }

    /** The shortest names of all workloads. */
    public List<String> workloadReferences() {
        return List.copyOf(workloads.keySet());
    }

    public Optional<SutServiceType<?>> sutService(String name) {
        return Optional.ofNullable(services.get(name));
    }

    public List<String> sutServiceNames() {
        return List.copyOf(services.keySet());
    }

    public List<TelemetrySourceType> telemetrySources(String service) {
        return plugins.stream()
                .flatMap(plugin -> plugin.telemetrySources().stream())
                .filter(source -> source.service().equals(service))
                .toList();
    }

    /** Closes the class loaders. */
    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (PluginFolder.Opened one : opened) {
            try {
                one.loader().close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
