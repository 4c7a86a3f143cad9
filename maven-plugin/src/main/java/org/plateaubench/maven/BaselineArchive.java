// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.plateaubench.launch.LaunchFailure;

/**
 * A run directory in a zip file, without logs and the pages that can be made from the rest. The same run gives the same
 * bytes.
 *
 * @param file the zip file
 */
record BaselineArchive(Path file) {
    /** The end of its name. */
    static final String ENDING = ".zip";

    private static final Set<String> PAGES = Set.of("report.html", "report.xml");
    private static final String MANIFEST = "MANIFEST.sha256";

    /** Stores a run, over an earlier one. */
    void store(Path run) throws LaunchFailure {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            List<Path> stored;
            try (Stream<Path> entries = Files.list(run)) {
                stored = entries.filter(entry -> Files.isRegularFile(entry) && !isPage(entry))
                        .sorted()
                        .toList();
            }
            try (OutputStream out = Files.newOutputStream(file);
                    ZipOutputStream zip = new ZipOutputStream(out)) {
                for (Path each : stored) {
                    ZipEntry entry = new ZipEntry(run.getFileName() + "/" + each.getFileName());
                    entry.setTime(0);
                    zip.putNextEntry(entry);
                    zip.write(content(each, stored));
                }
            }
        } catch (IOException e) {
            throw new LaunchFailure("The baseline " + file + " cannot be stored: " + e.getMessage(), e);
        }
    }

    private static boolean isPage(Path entry) {
        return PAGES.contains(entry.getFileName().toString());
    }

    /** A file; the manifest without what is not stored, which would be missed. */
    private static byte[] content(Path entry, List<Path> stored) throws IOException {
        return entry.getFileName().toString().equals(MANIFEST)
                ? Files.readAllLines(entry).stream()
                        .filter(line -> stored.stream().anyMatch(each -> line.endsWith("  " + each.getFileName())))
                        .map(line -> line + "\n")
                        .collect(Collectors.joining())
                        .getBytes(StandardCharsets.UTF_8)
                : Files.readAllBytes(entry);
    }

    /**
     * Unpacks the run.
     *
     * @param folder folder that is emptied first
     * @return the run directory below it
     */
    Path unpack(Path folder) throws LaunchFailure {
        try (InputStream in = Files.newInputStream(file);
                ZipInputStream zip = new ZipInputStream(in)) {
            FolderTree.delete(folder);
            Path root = folder.toAbsolutePath().normalize();
            Path run = root;
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path target = root.resolve(entry.getName()).normalize();
                run = target.getParent();
                if (run == null || !root.equals(run.getParent())) {
                    throw new LaunchFailure(file + " is no baseline: it has an entry '" + entry.getName() + "'.");
                }
                Files.createDirectories(run);
                Files.write(target, zip.readAllBytes());
            }
            if (run.equals(root)) {
                throw new LaunchFailure(file + " is no baseline: it has no entry.");
            }
            return run;
        } catch (IOException e) {
            throw new LaunchFailure("The baseline " + file + " cannot be unpacked: " + e.getMessage(), e);
        }
    }
}
