// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files in a folder of uploads, which need not exist. Links are not followed, and belong to another program. */
public record UploadFiles(Path root) {
    /** Name of the file that the application locks. It marks the folder as the application's. */
    public static final String LOCK = "lock";

    /** Name of the folder of unfinished files. */
    public static final String INCOMING = "incoming";

    public List<Path> uploaded() throws IOException {
        return files().stream().filter(this::isUploaded).toList();
    }

    /** Returns the files and links of other programs; without the lock these are all files. */
    public List<Path> foreign() throws IOException {
        boolean isOwn = isFile(root.resolve(LOCK));
        return files().stream()
                .filter(file -> !isOwn || !(isFile(file) && isOwnName(file)))
                .toList();
    }

    private boolean isOwnName(Path file) {
        Path name = root.relativize(file);
        return name.equals(Path.of(LOCK)) || name.startsWith(INCOMING) || isUploaded(file);
    }

    private boolean isUploaded(Path file) {
        String path = "/" + root.relativize(file);
        return isFile(file) && Stream.of(MediaKind.values()).anyMatch(kind -> kind.idIn(path, 0) > 0);
    }

    private static boolean isFile(Path path) {
        return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    private List<Path> files() throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }
}
