// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.plateaubench.launch.LaunchFailure;

/**
 * Run directories in a zip file, without logs and without pages that can be generated again. The same runs give the
 * same bytes.
 */
record BaselineArchive(Path file) {
    static final String SUFFIX = ".zip";

    private static final Set<String> PAGES = Set.of("report.html", "report.xml");
    private static final String MANIFEST = "MANIFEST.sha256";

    void store(List<Path> runs) throws LaunchFailure {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (OutputStream out = Files.newOutputStream(file);
                    ZipOutputStream zip = new ZipOutputStream(out)) {
                for (Path run : runs) {
                    store(run, zip);
                }
            }
        } catch (IOException e) {
            throw new LaunchFailure("The baseline " + file + " cannot be stored: " + e.getMessage(), e);
        }
    }

    private static void store(Path run, ZipOutputStream zip) throws IOException {
        List<Path> stored;
        try (Stream<Path> entries = Files.list(run)) {
            stored = entries.filter(entry -> Files.isRegularFile(entry) && !isPage(entry))
                    .sorted()
                    .toList();
        }
        for (Path each : stored) {
            ZipEntry entry = new ZipEntry(run.getFileName() + "/" + each.getFileName());
            entry.setTime(0);
            zip.putNextEntry(entry);
            zip.write(content(each, stored));
        }
    }

    private static boolean isPage(Path entry) {
        return PAGES.contains(entry.getFileName().toString());
    }

    /**
     * The content of a file. In the manifest, files that are not stored are removed; otherwise they would be reported
     * missing.
     */
    private static byte[] content(Path entry, List<Path> stored) throws IOException {
        return entry.getFileName().toString().equals(MANIFEST)
                ? Files.readAllLines(entry).stream()
                        .filter(line -> stored.stream().anyMatch(each -> line.endsWith("  " + each.getFileName())))
                        .map(line -> line + "\n")
                        .collect(Collectors.joining())
                        .getBytes(StandardCharsets.UTF_8)
                : Files.readAllBytes(entry);
    }

    /** Unpacks the runs to a folder that is emptied first; returns them in the order in which they were stored. */
    List<Path> unpack(Path folder) throws LaunchFailure {
        try (InputStream in = Files.newInputStream(file);
                ZipInputStream zip = new ZipInputStream(in)) {
            delete(folder);
            Path root = folder.toAbsolutePath().normalize();
            Set<Path> runs = new LinkedHashSet<>();
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path target = root.resolve(entry.getName()).normalize();
                Path run = target.getParent();
                if (run == null || !root.equals(run.getParent())) {
                    throw new LaunchFailure(file + " is not a baseline: it has an entry '" + entry.getName() + "'.");
                }
                runs.add(run);
                Files.createDirectories(run);
                Files.write(target, zip.readAllBytes());
            }
            if (runs.isEmpty()) {
                throw new LaunchFailure(file + " is not a baseline: it has no entry.");
            }
            return List.copyOf(runs);
        } catch (IOException e) {
            throw new LaunchFailure("The baseline " + file + " cannot be unpacked: " + e.getMessage(), e);
        }
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path entry : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }
}
