// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.plateaubench.loader.Sha256;

/** Edits a file of a bundle and adapts the digests. */
final class ForgedBundle {
    private static final String MANIFEST = "MANIFEST.sha256";

    private ForgedBundle() {}

    /** Edits a file of a bundle, whose path is {@code RUN/FILE}. */
    static Path edit(Path bundle, String path, UnaryOperator<String> change) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(bundle)) {
            Path file = zip.getPath("/", path);
            String before = Sha256.of(file);
            Files.writeString(file, change.apply(Files.readString(file)));
            Path inner = file.resolveSibling(MANIFEST);
            String beforeInner = Files.exists(inner) ? Sha256.of(inner) : "none";
            replace(inner, before, Sha256.of(file));
            replace(zip.getPath("/", MANIFEST), before, Sha256.of(file));
            replace(zip.getPath("/", MANIFEST), beforeInner, Files.exists(inner) ? Sha256.of(inner) : "none");
        }
        return bundle;
    }

    private static void replace(Path manifest, String before, String after) throws IOException {
        if (Files.exists(manifest)) {
            Files.writeString(manifest, Files.readString(manifest).replace(before, after));
        }
    }
}
