// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Digests of every file of a run folder, in the form that {@code sha256sum --check} reads. */
final class Manifest {
    private Manifest() {}

    /** Writes the manifest; judgements, which are added later, are never part of it. */
    static void write(Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path file : files(folder)) {
            text.append(sha256(file))
                    .append("  ")
                    .append(folder.relativize(file))
                    .append('\n');
        }
        AtomicFile.write(StoredFile.MANIFEST.in(folder), text.toString());
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> files = new ArrayList<>(walk.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .filter(path -> !path.equals(StoredFile.MANIFEST.in(folder)))
                    .filter(path -> !path.equals(StoredFile.OWNER.in(folder)))
                    .filter(path -> !path.startsWith(folder.resolve(RunFolder.JUDGEMENTS)))
                    .toList());
            files.sort(null);
            return files;
        }
    }

    /** Digest of one file, lower-case hexadecimal. */
    static String sha256(Path file) throws IOException {
        MessageDigest digest = newDigest();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
