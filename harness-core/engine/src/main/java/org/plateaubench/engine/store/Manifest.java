// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plateaubench.loader.Sha256;

/** The digests of all files of a run folder or a bundle, in the format of {@code sha256sum --check}. Thread-safe. */
public final class Manifest {
    /** The files of every run that was judged. Others, such as logs of SUTs and pages, may be left out of a copy. */
    private static final List<StoredFile> NEEDED = List.of(
            StoredFile.CONFIG,
            StoredFile.PLAN,
            StoredFile.ENVIRONMENT,
            StoredFile.INTERVALS,
            StoredFile.TELEMETRY,
            StoredFile.EVENTS,
            StoredFile.ERRORS,
            StoredFile.RESULT);

    private static final String SEPARATOR = "  ";

    private Manifest() {}

    /** Writes the manifest; judgements, imported telemetry and annotations, which are added later, are never part of it. */
    static void write(Path folder) throws IOException {
        Map<String, Path> files = new LinkedHashMap<>();
        for (Path file : files(folder)) {
            files.put(folder.relativize(file).toString(), file);
        }
        AtomicFile.write(StoredFile.MANIFEST.in(folder), text(files));
    }

    public static String text(Map<String, Path> files) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            text.append(Sha256.of(file.getValue()))
                    .append(SEPARATOR)
                    .append(file.getKey())
                    .append('\n');
        }
        return text.toString();
    }

    private static List<Path> files(Path folder) throws IOException {
        // People may annotate a run while it ends.
        Path annotation = StoredFile.ANNOTATION.in(folder);
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> files = new ArrayList<>(walk.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .filter(path -> !path.equals(StoredFile.MANIFEST.in(folder)))
                    .filter(path -> !path.equals(StoredFile.OWNER.in(folder)))
                    .filter(path -> !path.startsWith(folder.resolve(RunFolder.JUDGEMENTS)))
                    .filter(path -> !path.startsWith(folder.resolve(ImportedTelemetry.FOLDER)))
                    .filter(path -> !path.equals(annotation) && !path.equals(AtomicFile.temporary(annotation)))
                    .toList());
            files.sort(null);
            return files;
        }
    }

    /** The files changed, added or removed since the manifest, in sentences without full stop; none without one. */
    public static List<String> changes(Path folder) throws IOException {
        List<String> changes = new ArrayList<>();
        Path manifest = StoredFile.MANIFEST.in(folder);
        if (!Files.exists(manifest)) {
            return changes;
        }
        Map<String, String> digests = digests(manifest);
        for (StoredFile file : NEEDED) {
            boolean isPresent = Files.exists(file.in(folder));
            boolean isListed = digests.containsKey(file.fileName());
            if (isPresent != isListed) {
                changes.add(file.fileName()
                        + (isPresent ? " is not listed in " : " is missing, and listed in ")
                        + StoredFile.MANIFEST.fileName());
            }
        }
        for (Map.Entry<String, String> entry : digests.entrySet()) {
            Path file = folder.resolve(entry.getKey()).normalize();
            if (file.startsWith(folder)
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && !entry.getValue().equals(Sha256.of(file))) {
                changes.add(changed(entry.getKey()));
            }
        }
        return changes;
    }

    /** Requires that a file has not changed since the manifest was written; throws with a sentence. */
    public static void require(StoredFile file, Path folder) throws IOException {
        Path manifest = StoredFile.MANIFEST.in(folder);
        if (Files.exists(manifest)
                && !Sha256.of(file.in(folder)).equals(digests(manifest).get(file.fileName()))) {
            throw new IOException(changed(file.fileName()) + ".");
        }
    }

    private static String changed(String path) {
        return path + " was changed after the run: its digest is not the one in " + StoredFile.MANIFEST.fileName();
    }

    /** The digests of a manifest, by path; lines of another form are ignored. */
    public static Map<String, String> digests(Path manifest) throws IOException {
        Map<String, String> digests = new LinkedHashMap<>();
        Files.readString(manifest).lines().forEach(line -> {
            int separator = line.indexOf(SEPARATOR);
            if (separator > 0) {
                digests.put(line.substring(separator + SEPARATOR.length()), line.substring(0, separator));
            }
        });
        return digests;
    }
}
