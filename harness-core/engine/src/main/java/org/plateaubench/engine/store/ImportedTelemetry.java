// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.wire.TelemetrySample;

/**
 * Telemetry that was added after the run, {@code imported/NAME.ndjson}: an event that describes its origin, followed by
 * the samples. Like judgements it is not part of the manifest, and the files of the run itself are not changed.
 * Stateless and thread-safe.
 */
public final class ImportedTelemetry {
    public static final String FOLDER = "imported";

    public static final String SOURCE = "imported/";

    private static final String SUFFIX = ".ndjson";

    private ImportedTelemetry() {}

    /** Adds samples, which replace those of an earlier import with the same name. */
    public static Path write(
            RunFolder folder, String name, RunEvent start, String message, String kind, List<TelemetrySample> samples)
            throws IOException {
        RunEvent event =
                RunEvent.of(start.at(), start.runNanos(), new EventDetails.SourceRead(kind), SOURCE + name, message);
        StringBuilder text = new StringBuilder(Documents.line(event)).append('\n');
        samples.forEach(sample -> text.append(Documents.line(sample)).append('\n'));
        Path imported = folder.path().resolve(FOLDER);
        AtomicFile.createFolders(imported);
        Path file = imported.resolve(name + SUFFIX);
        AtomicFile.write(file, text.toString());
        return file;
    }

    /** Whether damage concerns an added file, and not a file of the run itself. */
    public static boolean isDamage(String damage) {
        return damage.startsWith(SOURCE);
    }

    static void read(Path folder, Consumer<RunEvent> events, Consumer<TelemetrySample> samples, List<String> damage)
            throws IOException {
        for (Path file : files(folder)) {
            List<String> found = new ArrayList<>();
            readFile(file, events, samples, found);
            for (int i = 0; i < found.size(); i++) {
                damage.add(SOURCE + found.get(i) + (i == found.size() - 1 ? remedy(file.getFileName()) : ""));
            }
        }
    }

    private static String remedy(Path name) {
        return " (added after the run: remove " + SOURCE + name
                + " from its folder, or import it again with ./plateau telemetry import)";
    }

    private static void readFile(
            Path file, Consumer<RunEvent> events, Consumer<TelemetrySample> samples, List<String> damage)
            throws IOException {
        String name = file.getFileName().toString();
        String source = SOURCE + name.substring(0, name.length() - SUFFIX.length());
        boolean[] isFirst = {true};
        Lines.read(
                file,
                line -> {
                    if (isFirst[0]) {
                        isFirst[0] = false;
                        RunEvent event = RunEvent.read(line);
                        require(event.is(EventType.SOURCE_READ) && event.scope().equals(source));
                        events.accept(event);
                    } else {
                        TelemetrySample sample = Documents.read(line, TelemetrySample.class);
                        require(sample.source().equals(source));
                        samples.accept(sample);
                    }
                },
                damage);
    }

    /** Refuses records about the run itself, because no digest protects these files. */
    private static void require(boolean isOfImport) {
        if (!isOfImport) {
            throw new IllegalArgumentException("the record does not belong to this import");
        }
    }

    public static List<Path> files(Path folder) throws IOException {
        Path imported = folder.resolve(FOLDER);
        if (!Files.isDirectory(imported)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(imported)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        }
    }
}
