// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.command.LaunchedPlateau;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A container image without a container: its layers are unpacked one upon the other, and its program is started with them
 * as the root of all files. The base of empty folders gets programs, libraries and JDK of this host.
 */
final class UnpackedImage {
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final String INSIDE = """
            for folder in /bin /lib /lib64 /usr/bin /usr/lib /dev /proc /etc/java-* "$JAVA_HOME"; do
                [ ! -e "$folder" ] || { mkdir -p "$0$folder" && mount --rbind "$folder" "$0$folder"; }
            done
            exec chroot --userspec=10001:10001 "$0" /bin/sh -c 'cd /work && exec "$@"' sh "$@"
            """;

    private final Path archive;
    private final Path root;

    private UnpackedImage(Path archive, Path root) {
        this.archive = archive;
        this.root = root;
    }

    /** Writes a base of empty folders and returns its file. */
    static Path base(Path folder) throws IOException, InterruptedException {
        Path tree = folder.resolve("base");
        Files.createDirectories(tree.resolve("tmp"));
        Path base = folder.resolve("base.tar");
        succeed(
                folder,
                LaunchedPlateau.home().resolve("distribution/base-image").toString(),
                base.toString(),
                tree.toString());
        return base;
    }

    /** Unpacks what {@code docker save} would write, into a folder. */
    static UnpackedImage of(Path file, Path folder) throws IOException, InterruptedException {
        UnpackedImage image = new UnpackedImage(
                Files.createDirectories(folder.resolve("archive")), Files.createDirectory(folder.resolve("root")));
        succeed(folder, "tar", "-xf", file.toString(), "-C", image.archive.toString());
        for (JsonNode layer : image.manifest().path("Layers")) {
            Path packed = image.archive.resolve(layer.asString());
            succeed(folder, "tar", "-xpf", packed.toString(), "-C", image.root.toString());
        }
        return image;
    }

    /** What the image says about itself. */
    JsonNode configuration() throws IOException {
        return json(manifest().path("Config").asString());
    }

    /** A file in the image. */
    Path file(String name) {
        return root.resolve(name);
    }

    /** Runs a program of the image as its user, to the end; needs root. */
    LaunchedPlateau run(String... command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("unshare", "--mount", "sh", "-euc", INSIDE, root.toString()));
        all.addAll(List.of(command));
        LaunchedPlateau ended = LaunchedPlateau.startCommand(
                archive, Map.of("JAVA_HOME", System.getProperty("java.home"), "HOME", "/work"), all);
        ended.awaitExit(DEADLINE);
        return ended;
    }

    private JsonNode manifest() throws IOException {
        return json("manifest.json").path(0);
    }

    private JsonNode json(String name) throws IOException {
        return new JsonMapper().readTree(Files.readString(archive.resolve(name)));
    }

    private static void succeed(Path folder, String... command) throws IOException, InterruptedException {
        LaunchedPlateau ended = LaunchedPlateau.startCommand(folder, Map.of(), List.of(command));
        if (ended.awaitExit(DEADLINE) != 0) {
            throw new AssertionError(List.of(command) + ended.everything());
        }
    }
}
