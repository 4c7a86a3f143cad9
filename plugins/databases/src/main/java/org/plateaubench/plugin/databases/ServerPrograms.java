// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.api.IoReason;
import org.plateaubench.process.Program;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/**
 * The programs of one product: published ones, downloaded on first use, or those of an installed server.
 *
 * @param title the product, such as {@code PostgreSQL}
 * @param published published programs for Linux, by Java's name of the architecture
 * @param archivePath path of the server's folder in the published archive; empty for the whole archive
 * @param server the program of the server
 * @param programFolders folders below the server's folder that are searched for programs
 * @param series extracts from the output of {@code --version} the series of versions that share a data format
 */
public record ServerPrograms(
        String title,
        Map<String, PublishedBinaries> published,
        String archivePath,
        String server,
        List<String> programFolders,
        Pattern series) {
    private static final Duration VERSION_TIMEOUT = Duration.ofSeconds(10);

    /**
     * Returns the server's folder: the given one, or that of the published programs, which are downloaded on first use.
     */
    public Path home(String given, Progress progress) throws SutException, InterruptedException {
        if (!given.isEmpty()) {
            return Path.of(given).toAbsolutePath();
        }
        return fetchPublished(PublishedBinaries.cache(), progress);
    }

    /** Returns the folder of the published programs below a folder, downloaded when they are missing there. */
    public Path fetchPublished(Path cache, Progress progress) throws SutException, InterruptedException {
        String system = System.getProperty("os.name");
        String architecture = System.getProperty("os.arch");
        PublishedBinaries binaries = system.equals("Linux") ? published.get(architecture) : null;
        if (binaries == null) {
            throw new SutException("There are no published programs of " + title + " for this system (" + system + ", "
                    + architecture + "); name the folder of an installed server by home.");
        }
        Path home = binaries.fetch(cache, progress).resolve(archivePath);
        try {
            for (String programFolder : programFolders) {
                makeExecutable(home.resolve(programFolder));
            }
        } catch (IOException e) {
            throw new SutException(
                    "The programs of " + title + " in " + home + " cannot be made executable: " + IoReason.of(e), e);
        }
        return home;
    }

    /** Sets the execute permission, which a jar does not store. */
    private static void makeExecutable(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path program : files.toList()) {
                if (!Files.isExecutable(program)) {
                    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
                }
            }
        }
    }

    public Path find(Path home, String program) throws SutException {
        return programFolders.stream()
                .map(programFolder -> home.resolve(programFolder).resolve(program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new SutException("home: there is no program " + program + " in " + home + " ("
                        + String.join(", ", programFolders) + "); name the folder of an installed " + title
                        + " server, or leave home out to take the published one."));
    }

    /**
     * Returns product and version, as far as the data depends on it, such as {@code PostgreSQL 18}.
     *
     * @throws SutException if the program does not run on this host or is another one
     */
    public String series(Path program, Path folder) throws SutException, InterruptedException {
        try {
            Path answer = Files.createTempFile(folder, "version", ".log");
            try {
                Program versionQuery = new Program(List.of(program.toString(), "--version"), folder, answer);
                boolean works = versionQuery.run(VERSION_TIMEOUT);
                Matcher version = series.matcher(versionQuery.outputExcerpt());
                if (!works || !version.find()) {
                    throw new SutException(program + " is not a " + title + " server that works on this host ("
                            + versionQuery.outputExcerpt()
                            + "); install what it lacks, or name another server by home.");
                }
                return title + " " + version.group(1);
            } finally {
                Files.delete(answer);
            }
        } catch (IOException e) {
            throw new SutException(program + " does not report its version: " + e.getMessage(), e);
        }
    }
}
