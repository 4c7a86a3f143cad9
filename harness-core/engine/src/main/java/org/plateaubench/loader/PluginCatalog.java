// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.Workload;

/**
 * All plugins of this process, and their services by name. Unusable plugins are omitted and reported as problems.
 * Immutable. Closing the catalog closes the class loaders, so no plugin may then be in use.
 */
public final class PluginCatalog implements AutoCloseable {
    private final List<LoadedPlugin> plugins;
    private final List<PluginProblem> problems;
    private final List<PluginClassLoader> loaders;
    private final Map<String, WorkloadEntry> workloads = new LinkedHashMap<>();
    private final Map<String, SutServiceType<?>> services = new LinkedHashMap<>();

    private PluginCatalog(
            List<LoadedPlugin> candidates, List<PluginProblem> foundBefore, List<PluginClassLoader> loaders) {
        List<PluginProblem> found = new ArrayList<>(foundBefore);
        List<LoadedPlugin> accepted = new ArrayList<>();
        Map<String, String> ownerOfService = new LinkedHashMap<>();
        for (LoadedPlugin plugin : candidates) {
            List<PluginProblem> ofPlugin = problems(plugin, accepted, ownerOfService);
            found.addAll(ofPlugin);
            if (ofPlugin.isEmpty()) {
                accepted.add(plugin);
                register(plugin, ownerOfService);
            }
        }
        this.plugins = List.copyOf(accepted);
        this.problems = List.copyOf(found);
        this.loaders = List.copyOf(loaders);
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

    /** The problems of a plugin; a method that fails is a problem too. */
    private static List<PluginProblem> problems(
            LoadedPlugin plugin, List<LoadedPlugin> others, Map<String, String> ownerOfService) {
        try {
            return PluginCall.query(
                    "Examining it", plugin.origin(), () -> findProblems(plugin, others, ownerOfService));
        } catch (PluginCall.Failure e) {
            return List.of(new PluginProblem(ShownText.of(plugin.id()), e.describe()));
        }
    }

    private static List<PluginProblem> findProblems(
            LoadedPlugin plugin, List<LoadedPlugin> others, Map<String, String> ownerOfService) {
        List<String> messages = new ArrayList<>();
        if (!Names.isValid(plugin.id())) {
            messages.add("the id must start with a lowercase letter and hold only letters, digits and hyphens");
        }
        others.stream()
                .filter(other -> other.id().equals(plugin.id()))
                .findFirst()
                .ifPresent(other -> messages.add(duplicate(plugin, other)));
        Set<String> names = new HashSet<>();
        for (Workload<?> workload : plugin.workloads()) {
            checkName("workload", workload.name(), names, messages);
            checkParameters("workload " + workload.name(), workload.parametersType(), messages);
        }
        names.clear();
        for (SutServiceType<?> service : plugin.sutServices()) {
            checkName("SUT service", service.name(), names, messages);
            checkParameters("SUT service " + service.name(), service.parametersType(), messages);
            String owner = ownerOfService.get(service.name());
            if (owner != null) {
                messages.add("SUT service " + service.name() + " is also one of plugin " + owner);
            }
        }
        return messages.stream()
                .map(message -> new PluginProblem(plugin.id(), message))
                .toList();
    }

    private static String duplicate(LoadedPlugin plugin, LoadedPlugin other) {
        return plugin.folder().isEmpty() || other.folder().isEmpty()
                ? "there is another plugin of this id"
                : "there are two plugins of this id: " + other.folder().get() + " is used, "
                        + plugin.folder().get() + " is not; remove one of them";
    }

    private static void checkName(String kind, @Nullable String name, Set<String> names, List<String> messages) {
        if (name == null) {
            messages.add("a " + kind + " has no name");
            return;
        }
        if (!Names.isValid(name)) {
            messages.add(kind + " name '" + ShownText.of(name)
                    + "' must start with a lowercase letter and hold only letters, digits and hyphens");
        }
        if (!names.add(name)) {
            messages.add(kind + " " + name + " occurs twice");
        }
    }

    private static void checkParameters(String owner, Class<? extends Record> type, List<String> messages) {
        try {
            ParameterDescriptor.of(type);
        } catch (IllegalArgumentException e) {
            messages.add(owner + ": " + e.getMessage());
        }
    }

    /** Loads each {@code <root>/<id>/} in name order; a root that does not exist is a problem. */
    public static PluginCatalog load(List<Path> roots) {
        List<PluginProblem> problems = new ArrayList<>();
        List<PluginFolder> folders = new ArrayList<>();
        roots.forEach(root -> folders.addAll(folders(root, problems)));
        List<LoadedPlugin> found = new ArrayList<>();
        List<PluginClassLoader> loaders = new ArrayList<>();
        for (Opened opened : folders.parallelStream().map(Opened::of).toList()) {
            found.addAll(opened.plugin);
            problems.addAll(opened.problem);
            loaders.addAll(opened.loader);
        }
        return new PluginCatalog(found, problems, loaders);
    }

    /** The content of one folder: a plugin and its class loader, or a problem. */
    private record Opened(List<LoadedPlugin> plugin, List<PluginProblem> problem, List<PluginClassLoader> loader) {
        static Opened of(PluginFolder folder) {
            List<PluginClassLoader> loaders = new ArrayList<>();
            try {
                return new Opened(List.of(folder.open(loaders)), List.of(), loaders);
            } catch (PluginFolder.PluginRefused e) {
                return new Opened(
                        List.of(), List.of(new PluginProblem(folder.id(), String.valueOf(e.getMessage()))), loaders);
            }
        }
    }

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
                    .filter(PluginFolder::isPluginFolder)
                    .map(PluginFolder::new)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            problems.add(new PluginProblem(root.toString(), "folder cannot be read: " + e.getMessage()));
            return List.of();
        }
    }

    public boolean hasPrinted() {
        return loaders.stream().anyMatch(PluginClassLoader::hasPrinted);
    }

    public List<LoadedPlugin> plugins() {
        return plugins;
    }

    /**
     * Why a plugin that a run file names is missing, as the end of a message; empty if its folder has no problem.
     *
     * @param reference id of the plugin, or {@code id/workload}
     */
    public String reasonMissing(String reference) {
        int slash = reference.indexOf('/');
        String id = slash < 0 ? reference : reference.substring(0, slash);
        return problems.stream()
                .filter(problem -> problem.plugin().equals(id))
                .map(problem -> "; " + problem)
                .collect(Collectors.joining());
    }

    public List<PluginProblem> problems() {
        return problems;
    }

    /** Finds a workload by {@link LoadedPlugin#reference} or by {@code id/name}. */
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

    @Override
    public void close() throws IOException {
        for (PluginClassLoader loader : loaders) {
            loader.close();
        }
    }

    /** The reason why a plugin, named by its id or by its folder if the id is unknown, cannot be used. */
    public record PluginProblem(String plugin, String message) {
        @Override
        public String toString() {
            return "plugin " + plugin + ": " + message;
        }
    }

    public record WorkloadEntry(LoadedPlugin plugin, Workload<?> workload) {
        /** The shortest name in run files. */
        public String reference() {
            return plugin.reference(workload);
        }
    }
}
