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

/** The digests of all files of a run folder or a bundle, in the format of {@code sha256sum --check}. Any thread. */
public final class Manifest {
    /**
     * The files on which a judgement depends. Other files, such as logs of SUTs and earlier reports, are not checked.
     */
    private static final List<StoredFile> READ = List.of(
            StoredFile.CONFIG,
            StoredFile.PLAN,
            StoredFile.ENVIRONMENT,
            StoredFile.INTERVALS,
            StoredFile.TELEMETRY,
            StoredFile.EVENTS,
            StoredFile.ERRORS,
            StoredFile.MARKS);

    private static final String BETWEEN = "  ";

    private Manifest() {}

    /** Writes the manifest; judgements, imported telemetry and annotations, which are added later, are never part of it. */
    static void write(Path folder) throws IOException {
        Map<String, Path> files = new LinkedHashMap<>();
        for (Path file : files(folder)) {
            files.put(folder.relativize(file).toString(), file);
        }
        AtomicFile.write(StoredFile.MANIFEST.in(folder), text(files));
    }

    /** The manifest of files, by the paths that it gives them. */
    public static String text(Map<String, Path> files) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            text.append(Sha256.of(file.getValue()))
                    .append(BETWEEN)
                    .append(file.getKey())
                    .append('\n');
        }
        return text.toString();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> files = new ArrayList<>(walk.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .filter(path -> !path.equals(StoredFile.MANIFEST.in(folder)))
                    .filter(path -> !path.equals(StoredFile.OWNER.in(folder)))
                    .filter(path -> !path.startsWith(folder.resolve(RunFolder.JUDGEMENTS)))
                    .filter(path -> !path.startsWith(folder.resolve(ImportedTelemetry.FOLDER)))
                    .filter(path -> !isAnnotation(folder, path))
                    .toList());
            files.sort(null);
            return files;
        }
    }

    /** Whether a file is an annotation, or a temporary file of one, because people may annotate a run while it ends. */
    private static boolean isAnnotation(Path folder, Path path) {
        Path annotation = StoredFile.ANNOTATION.in(folder);
        return path.equals(annotation) || path.equals(AtomicFile.temporary(annotation));
    }

    /**
     * Adds the files on which a judgement depends and that have changed since the manifest was written. A folder
     * without a manifest is not checked.
     */
    static void check(Path folder, List<String> damage) throws IOException {
        Path manifest = StoredFile.MANIFEST.in(folder);
        if (!Files.exists(manifest)) {
            return;
        }
        Map<String, String> digests = digests(manifest);
        for (StoredFile file : READ) {
            String written = digests.get(file.fileName());
            boolean there = Files.exists(file.in(folder));
            if (written == null && there) {
                damage.add(file.fileName() + " is not listed in " + StoredFile.MANIFEST.fileName());
            } else if (written != null && !there) {
                damage.add(file.fileName() + " is listed in " + StoredFile.MANIFEST.fileName() + " and missing");
            } else if (written != null && !written.equals(Sha256.of(file.in(folder)))) {
                damage.add(file.fileName() + " was changed after the run: its digest is not the one in "
                        + StoredFile.MANIFEST.fileName());
            }
        }
    }

    /** The digests of a manifest, by path; lines of another form are ignored. */
    public static Map<String, String> digests(Path manifest) throws IOException {
        Map<String, String> digests = new LinkedHashMap<>();
        Files.readString(manifest).lines().forEach(line -> {
            int between = line.indexOf(BETWEEN);
            if (between > 0) {
                digests.put(line.substring(between + BETWEEN.length()), line.substring(0, between));
            }
        });
        return digests;
    }
}
