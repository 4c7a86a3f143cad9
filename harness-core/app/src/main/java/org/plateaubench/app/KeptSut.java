// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.api.Names;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.run.RunSuts;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

/**
 * A SUT that {@code plateau sut start} keeps running, as recorded by its keeper. The file contains the password of a
 * temporary SUT on loopback, so only its owner may read it.
 *
 * @param keeperPid process that started the SUT; the SUT ends when this process does
 */
public record KeptSut(
        String name,
        String service,
        long keeperPid,
        Map<String, String> properties,
        List<String> access,
        List<String> logs,
        List<String> uses) {
    public static final String FILE = "sut.json";

    private static final String LOCK = "keeper.lock";

    /** File with the name of the service, which is kept while the SUT does not run. */
    private static final String SERVICE = "service.name";

    static String requireName(String name) {
        if (name.length() > Names.MAX_CHARACTERS) {
            throw new IllegalArgumentException("SUT name '" + name.substring(0, 20) + "...' must have at most "
                    + Names.MAX_CHARACTERS + " characters and has " + name.length());
        }
        return Names.require(name, "SUT");
    }

    public static Path folder(Path suts, String name) {
        return suts.resolve(name);
    }

    public static List<KeptSut> all(Path suts) throws IOException {
        if (!Files.isDirectory(suts)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(suts)) {
            return folders.sorted()
                    .map(folder -> find(suts, folder.getFileName().toString()))
                    .flatMap(Optional::stream)
                    .toList();
        }
    }

    public static Optional<KeptSut> find(Path suts, String name) {
        Path file = folder(suts, name).resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Documents.read(Files.readString(file), KeptSut.class));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Takes the lock of the keeper of a SUT; empty if another process has it. */
    static Optional<ProcessLock> lock(Path suts, String name) throws IOException, InterruptedException {
        return ProcessLock.take(folder(suts, name).resolve(LOCK), ProcessLock.Use.ALONE);
    }

    /** Whether the keeper of a SUT runs. Must not be called by the keeper itself, which would lose its lock. */
    static boolean isKept(Path suts, String name) throws IOException {
        return ProcessLock.conflictsWithHolder(folder(suts, name).resolve(LOCK), ProcessLock.Use.SHARED);
    }

    public boolean isAlive(Path suts) throws IOException {
        return isKept(suts, name);
    }

    public void write(Path suts) throws IOException {
        AtomicFile.writeForOwner(folder(suts, name).resolve(FILE), Documents.text(this));
    }

    static void removeRecord(Path suts, String name) throws IOException {
        Files.deleteIfExists(folder(suts, name).resolve(FILE));
    }

    static void writeService(Path suts, String name, String service) throws IOException {
        Files.writeString(folder(suts, name).resolve(SERVICE), service);
    }

    static void removeService(Path suts, String name) throws IOException {
        Files.deleteIfExists(folder(suts, name).resolve(SERVICE));
    }

    public static Map<String, String> services(Path suts) throws IOException {
        Map<String, String> services = new TreeMap<>();
        if (Files.isDirectory(suts)) {
            try (Stream<Path> folders = Files.list(suts)) {
                for (Path folder : folders.toList()) {
                    if (Files.isRegularFile(folder.resolve(SERVICE))) {
                        services.put(
                                String.valueOf(folder.getFileName()),
                                Files.readString(folder.resolve(SERVICE)).strip());
                    }
                }
            }
        }
        return services;
    }

    /** A SUT to start for interactive work. */
    public record SutRequest(String service, String name, Map<String, String> settings) {
        /** The embedded SUTs of one tile of a run file, each after the SUTs that it uses. */
        public static List<SutRequest> of(PlannedRun run, PluginCatalog catalog) {
            List<PlannedSut> embedded = run.plan().suts().stream()
                    .filter(sut -> sut.tile() == 1 && sut.mode() == SutContext.Mode.EMBEDDED)
                    .toList();
            List<SutRequest> requests = new ArrayList<>();
            for (PlannedSut sut : RunSuts.inOrder(embedded, sut -> uses(sut, catalog))) {
                requests.add(new SutRequest(sut.service(), sut.name(), settings(sut, catalog)));
            }
            return requests;
        }

        private static SutServiceType<?> type(PlannedSut sut, PluginCatalog catalog) {
            return catalog.sutService(sut.service()).orElseThrow();
        }

        private static Collection<String> uses(PlannedSut sut, PluginCatalog catalog) {
            return ParameterBinder.sutNames(type(sut, catalog).parametersType(), sut.parameters())
                    .values();
        }

        private static Map<String, String> settings(PlannedSut sut, PluginCatalog catalog) {
            Map<String, Object> defaults =
                    ParameterBinder.plainDefaults(type(sut, catalog).parametersType());
            Map<String, String> settings = new TreeMap<>();
            sut.parameters().forEach((name, value) -> {
                if (!value.equals(defaults.get(name))) {
                    settings.put(name, text(sut, name, value));
                }
            });
            return settings;
        }

        private static String text(PlannedSut sut, String parameter, Object value) {
            boolean isPlain = !(value instanceof Collection || value instanceof Map);
            if (!isPlain || SecretReferences.isIn(value.toString())) {
                throw new IllegalArgumentException("SUT " + sut.name() + " cannot be started by hand: its parameter "
                        + parameter + " is " + (isPlain ? "kept outside of the file" : "no single value"));
            }
            return value.toString();
        }

        /** Every user can read a command line, so settings are {@linkplain #writeSettings passed} separately. */
        public List<String> keeperCommand(Path suts) {
            return Installation.command(
                    List.of(
                            "-XX:+UseSerialGC",
                            "-Xmx64m",
                            "--enable-native-access=ALL-UNNAMED",
                            "-Dplateau.home=" + System.getProperty("plateau.home")),
                    "sut",
                    "keep",
                    service,
                    "--name",
                    name,
                    "--folder",
                    suts.toAbsolutePath().toString());
        }

        public static void writeSettings(Map<String, String> settings, OutputStream keeper) throws IOException {
            try (keeper) {
                keeper.write(Documents.line(settings).getBytes(StandardCharsets.UTF_8));
            }
        }

        public static Map<String, String> readSettings(InputStream input) throws IOException {
            Map<String, String> settings = new TreeMap<>();
            Documents.parse(new String(input.readAllBytes(), StandardCharsets.UTF_8))
                    .forEach((name, value) -> settings.put(name, String.valueOf(value)));
            return settings;
        }
    }
}
