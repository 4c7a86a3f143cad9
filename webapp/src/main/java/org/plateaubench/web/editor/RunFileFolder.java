// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.file.AtomicFile;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.RunFileListing;
import org.plateaubench.web.http.Secrets;

/**
 * The folder of run files. Paths come from callers: only names of a plain form are accepted, and nothing is read or
 * written through a symbolic link. Any thread; writers wait for each other.
 */
final class RunFileFolder {
    /** Largest run file, bytes. */
    static final int MOST_BYTES = 1 << 18;

    private final Path folder;

    RunFileFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** Returns the folder itself. */
    Path root() {
        return folder;
    }

    /**
     * The text of a file.
     *
     * @param digest SHA-256 of the text in UTF-8, hexadecimal
     */
    record Text(String path, String text, String digest) {}

    /** Returns the path of a run file, existing or not, in a folder that is really below this one. */
    Path resolve(String path) {
        if (!RunFileListing.isName(path)) {
            throw Problem.wrongInput(
                    "A run file is named with letters, digits, dots, hyphens and underscores, in folders with slashes"
                            + " between, and ends in .yaml or .yml.",
                    Problem.Detail.of("path", "is not a valid name of a run file"));
        }
        return RunFileListing.find(folder, path)
                .orElseThrow(
                        () -> Problem.notFound("There is no run file " + path + ": a symbolic link is not followed."));
    }

    /** Returns the text of a file. */
    Text read(String path) throws IOException {
        Path file = resolve(path);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw Problem.notFound("There is no run file " + path + ".");
        }
        byte[] bytes = bytes(file);
        return new Text(path, text(bytes).orElseThrow(() -> tooOdd(path)), digest(bytes));
    }

    private static Problem tooOdd(String path) {
        return Problem.conflict(
                "Run file " + path + " is not text in UTF-8, or is larger than " + MOST_BYTES + " bytes.");
    }

    static byte[] bytes(Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return stream.readNBytes(MOST_BYTES + 1);
        }
    }

    /** Decodes bytes as text; empty when they are not text or too many. */
    static Optional<String> text(byte[] bytes) {
        if (bytes.length > MOST_BYTES) {
            return Optional.empty();
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /**
     * Writes a file atomically.
     *
     * @param before digest of the text that is replaced, null for a file that must be new
     * @throws Problem 409 when the present text differs
     */
    synchronized Text write(String path, String text, @Nullable String before) throws IOException {
        Path file = resolve(path);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MOST_BYTES) {
            throw new Problem(413, "A run file has at most " + MOST_BYTES + " bytes.");
        }
        requireBefore(path, file, before);
        AtomicFile.createFolders(file.resolveSibling("."));
        resolve(path);
        AtomicFile.write(file, text);
        return new Text(path, text, digest(bytes));
    }

    private static void requireBefore(String path, Path file, @Nullable String before) throws IOException {
        boolean isThere = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (isThere && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw Problem.conflict(path + " is not a regular file.");
        }
        String now = isThere ? digest(bytes(file)) : null;
        if (before == null ? now == null : before.equals(now)) {
            return;
        }
        String sentence = now == null
                ? "Run file " + path + " was removed in the meantime."
                : before == null
                        ? "There is a run file " + path + " already."
                        : "Run file " + path + " was changed meanwhile.";
        throw new Problem(409, sentence, List.of(Problem.Detail.of("digest", now == null ? "" : now)), Map.of());
    }

    /** Removes a file. */
    synchronized void delete(String path) throws IOException {
        Path file = resolve(path);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw Problem.notFound("There is no run file " + path + ".");
        }
        Files.delete(file);
    }

    private static String digest(byte[] bytes) {
        return HexFormat.of().formatHex(Secrets.digest(bytes));
    }
}
