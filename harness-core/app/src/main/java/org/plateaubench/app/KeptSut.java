// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.api.Names;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.AtomicFile;

/**
 * A SUT that {@code plateau sut start} keeps running, as recorded by its keeper. The file contains the password of a
 * throw-away SUT on loopback, so only its owner may read it.
 *
 * @param keeperPid process that holds the SUT's lifeline; the SUT ends when this process does
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

    /** Names the service of the data in the folder; kept when the SUT does not run. */
    private static final String SERVICE = "service.name";

    static String named(String name) {
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

    /** The lock that the keeper of a SUT holds; empty if another process holds it. */
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

    static void forget(Path suts, String name) throws IOException {
        Files.deleteIfExists(folder(suts, name).resolve(FILE));
    }

    static void remember(Path suts, String name, String service) throws IOException {
        Files.writeString(folder(suts, name).resolve(SERVICE), service);
    }

    static void forgetService(Path suts, String name) throws IOException {
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
}
