// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.ReportSection;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.Workload;

/**
 * A plugin and its services, which are queried only once.
 *
 * @param folder folder of the plugin; empty for a plugin that was given as an object
 * @param files jars from which it was loaded, in the order of their names; none for a plugin given as an object
 */
public record LoadedPlugin(
        String id,
        String version,
        String description,
        Optional<Path> folder,
        Files files,
        List<Workload<?>> workloads,
        List<SutServiceType<?>> sutServices,
        List<TelemetrySourceType> telemetrySources,
        List<ReportSection> reportSections) {
    static LoadedPlugin of(Plugin plugin, Optional<Path> folder, List<Path> jars) {
        return new LoadedPlugin(
                plugin.id(),
                ShownText.of(plugin.version()),
                ShownText.of(plugin.description()),
                folder,
                new Files(jars),
                List.copyOf(plugin.workloads()),
                List.copyOf(plugin.sutServices()),
                List.copyOf(plugin.telemetrySources()),
                List.copyOf(plugin.reportSections()));
    }

    /** The jars. Their digests are computed at the first use, because most commands need none. */
    static final class Files {
        private final List<Path> paths;
        private @Nullable List<PluginJar> jars;

        Files(List<Path> paths) {
            this.paths = paths;
        }

        synchronized List<PluginJar> jars() {
            if (jars == null) {
                jars = paths.stream().map(PluginJar::of).toList();
            }
            return jars;
        }
    }

    public List<PluginJar> jars() {
        return files.jars();
    }

    /** The digests of all jars, joined; empty for a plugin that was given as an object. */
    public String digest() {
        return jars().stream().map(PluginJar::sha256).collect(Collectors.joining("+"));
    }

    /** An object whose class belongs to the plugin: one of its services if it has any. */
    public Object origin() {
        return Stream.of(workloads, sutServices, telemetrySources, reportSections)
                .flatMap(List::stream)
                .map(Object.class::cast)
                .findFirst()
                .orElse(this);
    }

    /** A workload's reference in run files: the plugin's id if it is the only one or named so, else {@code id/name}. */
    public String reference(Workload<?> workload) {
        return workloads.size() == 1 || workload.name().equals(id) ? id : id + "/" + workload.name();
    }

    /** A file of a plugin, with the digest of its bytes in 64 hexadecimal digits. */
    public record PluginJar(String name, String sha256) {
        static PluginJar of(Path jar) {
            try {
                return new PluginJar(jar.getFileName().toString(), Sha256.of(jar));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
