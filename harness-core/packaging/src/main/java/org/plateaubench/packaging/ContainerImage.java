// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.packaging;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.plateaubench.cli.release.Release;

/**
 * The installation as a container image, in which an ordinary user runs it. It is built without a daemon. Equal
 * installations and base images give equal bytes.
 */
record ContainerImage(Release release) {
    private static final String HOME = "/opt/plateau/";
    private static final String WORK = "/work";
    private static final String USER = "10001:10001";

    /** The name of the file. */
    String fileName() {
        return "plateau-" + release.version() + "-image.tar";
    }

    /**
     * Writes the archive, in the format of {@code docker save}, for the processors of this host.
     *
     * @param file file to write; an existing one is replaced
     * @throws IOException if the image cannot be built, with a message for the user, for example if a registry does not
     *     answer
     */
    void write(ImageBase base, Path file) throws IOException {
        Path work = Files.createTempDirectory("plateau-image-");
        try {
            Files.deleteIfExists(file);
            base.begin()
                    .setPlatforms(Set.of(new Platform(architecture(), "linux")))
                    .addFileEntriesLayer(users(work))
                    .addFileEntriesLayer(installation())
                    .setUser(USER)
                    .setWorkingDirectory(AbsoluteUnixPath.get(WORK))
                    .setEntrypoint("plateau")
                    .setLabels(labels())
                    .setCreationTime(release.timestamp())
                    .containerize(Containerizer.to(TarImage.at(file).named("plateau:" + release.version()))
                            .setBaseImageLayersCache(work.resolve("base"))
                            .setApplicationLayersCache(work.resolve("layers"))
                            .setToolName("plateau")
                            .setToolVersion(release.version()));
        } catch (RegistryException
                | ExecutionException
                | CacheDirectoryCreationException
                | InvalidImageReferenceException e) {
            throw new IOException(
                    "The container image cannot be built on " + base.name() + ": " + innermost(e)
                            + ". Name another base with --image-base, or leave the image out with --no-image.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The container image was interrupted.", e);
        } finally {
            delete(work);
        }
    }

    private static String architecture() {
        String name = System.getProperty("os.arch");
        return switch (name) {
            case "aarch64" -> "arm64";
            case "x86_64" -> "amd64";
            default -> name;
        };
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("title", "Plateau");
        labels.put("description", "A benchmark harness for databases, web applications and servers");
        labels.put("version", release.version());
        labels.put("created", release.timestamp().toString());
        labels.put("licenses", "Apache-2.0");
        labels.put("url", release.homepage());
        labels.put("source", release.sources());
        Map<String, String> all = new LinkedHashMap<>();
        labels.forEach((name, value) -> all.put("org.opencontainers.image." + name, value));
        return all;
    }

    /**
     * Creates the entries of the user with a name and a home, without which neither Java nor some embedded servers
     * start.
     */
    private FileEntriesLayer users(Path work) throws IOException {
        Path passwd = Files.writeString(work.resolve("passwd"), """
                root:x:0:0:root:/root:/bin/bash
                nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
                plateau:x:10001:10001:Plateau:%s:/bin/bash
                """.formatted(WORK));
        Path group = Files.writeString(work.resolve("group"), """
                root:x:0:
                nogroup:x:65534:
                plateau:x:10001:
                """);
        Path program = Files.writeString(work.resolve("plateau"), """
                #!/bin/sh
                exec %splateau "$@"
                """.formatted(HOME));
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName("user and program");
        add(layer, passwd, "/etc/passwd", TarFile.FILE_MODE, "0:0");
        add(layer, group, "/etc/group", TarFile.FILE_MODE, "0:0");
        add(layer, program, "/usr/local/bin/plateau", TarFile.PROGRAM_MODE, "0:0");
        add(layer, Files.createDirectory(work.resolve("work")), WORK, TarFile.PROGRAM_MODE, USER);
        return layer.build();
    }

    private FileEntriesLayer installation() throws IOException {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName("installation");
        for (Path path : InstallationArchive.content(release)) {
            int mode = Files.isDirectory(path) ? TarFile.PROGRAM_MODE : TarFile.mode(path);
            add(layer, path, HOME + release.folder().relativize(path), mode, "0:0");
        }
        return layer.build();
    }

    private void add(FileEntriesLayer.Builder layer, Path content, String path, int mode, String owner) {
        layer.addEntry(
                content,
                AbsoluteUnixPath.get(path),
                FilePermissions.fromOctalString(Integer.toOctalString(mode)),
                release.timestamp(),
                owner);
    }

    private static String innermost(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.toString();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
