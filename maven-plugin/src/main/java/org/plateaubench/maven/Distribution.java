// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.plateaubench.launch.BoundProcess;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.PlateauInstallation;

record Distribution(
        RepositorySystem repositories, RepositorySystemSession session, MavenProject project, String version) {
    private static final int DIGEST_CHARACTERS = 12;

    /** Unpacks the archive unless an earlier build did so. A changed archive of a version is unpacked again. */
    PlateauInstallation unpack(Path installations, Consumer<String> log) throws LaunchFailure, InterruptedException {
        Path archive = resolve();
        try {
            Path folder = installations.resolve(version + "-" + digest(archive));
            if (!Files.isDirectory(folder)) {
                log.accept("Unpacking Plateau " + version + " into " + folder);
                unpack(archive, folder);
            }
            return PlateauInstallation.in(folder, "the archive " + archive);
        } catch (IOException e) {
            throw new LaunchFailure(archive + " cannot be unpacked below " + installations + ": " + e.getMessage(), e);
        }
    }

    private Path resolve() throws LaunchFailure {
        Artifact artifact = new DefaultArtifact("org.plateaubench", "plateau-distribution", "tar.gz", version);
        List<RemoteRepository> remotes = Stream.concat(
                        project.getRemotePluginRepositories().stream(), project.getRemoteProjectRepositories().stream())
                .distinct()
                .toList();
        try {
            return repositories
                    .resolveArtifact(session, new ArtifactRequest(artifact, remotes, null))
                    .getArtifact()
                    .getFile()
                    .toPath();
        } catch (ArtifactResolutionException e) {
            throw new LaunchFailure(
                    "No installation of Plateau: set the parameter 'installation', the property "
                            + PlateauInstallation.PROPERTY + " or the environment variable "
                            + PlateauInstallation.VARIABLE
                            + " to its folder. "
                            + e.getMessage(),
                    e);
        }
    }

    private static String digest(Path archive) throws IOException {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));
            return HexFormat.of().formatHex(digest).substring(0, DIGEST_CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Unpacks to a temporary folder first, so that a killed build leaves no partial installation. */
    private static void unpack(Path archive, Path folder) throws IOException, LaunchFailure, InterruptedException {
        Files.createDirectories(folder.getParent());
        Path unfinished = Files.createTempDirectory(folder.getParent(), ".unpacking-");
        List<String> output = new ArrayList<>();
        try (BoundProcess tar = BoundProcess.start(
                new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", unfinished.toString()),
                Duration.ofSeconds(1))) {
            if (tar.await(output::add, output::add) != 0) {
                throw new LaunchFailure(archive + " cannot be unpacked: " + String.join(" ", output));
            }
        }
        try {
            Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            // Another build was faster and has unpacked the same files.
            BaselineArchive.delete(unfinished);
        }
    }
}
