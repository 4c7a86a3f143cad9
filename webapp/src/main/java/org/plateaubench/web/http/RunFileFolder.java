// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

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
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.engine.store.AtomicFile;

/**
 * The folder of run files. Paths come from callers: only names of a plain form are accepted, and nothing is read or
 * written through a symbolic link. Thread-safe; writers wait for each other.
 */
public final class RunFileFolder {
    /** Largest run file, bytes. */
    public static final int MAX_BYTES = 1 << 18;

    private static final int MAX_FILES = 2_000;
    private static final int MAX_PATH_LENGTH = 200;
    private static final Pattern NAME =
            Pattern.compile("(?:[A-Za-z0-9_][A-Za-z0-9._-]*/){0,7}[A-Za-z0-9_][A-Za-z0-9._-]*\\.ya?ml");
    private static final Set<String> IGNORED = Set.of("target", "node_modules", "runs-kept");

    private final Path folder;
    private final Optional<Path> allowFile;

    public RunFileFolder(Path folder, Optional<Path> allowFile) {
        this.folder = folder.toAbsolutePath().normalize();
        this.allowFile = allowFile;
    }

    public Path root() {
        return folder;
    }

    /** Returns the administrator's list of the parts of the host, and the secrets, that run files may name. */
    public Optional<Path> allowFile() {
        return allowFile;
    }

    /**
     * Returns the origin of a run file, which determines the parts of the host that it may name.
     *
     * @param path path of the file in the folder; null or empty for another source
     * @throws Problem 422 or 404 when the path leads elsewhere
     */
    public RunOrigin origin(@Nullable String path) {
        return new RunOrigin(folder, path == null || path.isEmpty() ? null : resolve(path), allowFile);
    }

    /** The text of a file, with the SHA-256 of its UTF-8, hexadecimal. */
    public record Text(String path, String text, String digest) {}

    /** Returns the path of a run file, existing or not, in a folder that is really below this one. */
    private Path resolve(String path) {
        if (!isName(path)) {
            throw Problem.wrongInput(
                    "A run file is named with letters, digits, dots, hyphens and underscores, in folders with slashes"
                            + " between, and ends in .yaml or .yml.",
                    Problem.Detail.of("path", "is not a valid name of a run file"));
        }
        return find(path)
                .orElseThrow(
                        () -> Problem.notFound("There is no run file " + path + ": a symbolic link is not followed."));
    }

    public Text read(String path) throws IOException {
        Path file = resolve(path);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw Problem.notFound("There is no run file " + path + ".");
        }
        byte[] bytes = bytes(file);
        return new Text(path, text(bytes).orElseThrow(() -> unreadable(path)), digest(bytes));
    }

    private static Problem unreadable(String path) {
        return Problem.conflict(
                "Run file " + path + " is not text in UTF-8, or is larger than " + MAX_BYTES + " bytes.");
    }

    public static byte[] bytes(Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return stream.readNBytes(MAX_BYTES + 1);
        }
    }

    /** Decodes bytes as text; empty when they are not text or too many. */
    public static Optional<String> text(byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
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
    public synchronized Text write(String path, String text, @Nullable String before) throws IOException {
        Path file = resolve(path);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw new Problem(413, "A run file has at most " + MAX_BYTES + " bytes.");
        }
        requireBefore(path, file, before);
        AtomicFile.createFolders(file.resolveSibling("."));
        resolve(path);
        AtomicFile.write(file, text);
        return new Text(path, text, digest(bytes));
    }

    private static void requireBefore(String path, Path file, @Nullable String before) throws IOException {
        boolean fileExists = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
        if (fileExists && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw Problem.conflict(path + " is not a regular file.");
        }
        String now = fileExists ? digest(bytes(file)) : null;
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

    public synchronized void delete(String path) throws IOException {
        Path file = resolve(path);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw Problem.notFound("There is no run file " + path + ".");
        }
        Files.delete(file);
    }

    private static String digest(byte[] bytes) {
        return HexFormat.of().formatHex(Secrets.digest(bytes));
    }

    /** Returns whether a path, which a caller may have sent, has that form. */
    private static boolean isName(String path) {
        return path.length() <= MAX_PATH_LENGTH && NAME.matcher(path).matches();
    }

    /** Returns the file of a path, existing or not; empty when the path has another form or a symbolic link leads to it. */
    public Optional<Path> find(String path) {
        if (!isName(path)) {
            return Optional.empty();
        }
        Path file = folder.resolve(path);
        for (Path part = file; part != null && !part.equals(folder); part = part.getParent()) {
            if (Files.isSymbolicLink(part)) {
                return Optional.empty();
            }
        }
        return Optional.of(file);
    }

    /** Returns the files in the order of their paths; of very many files, only those found first. */
    public List<PlainFiles.Found> list() throws IOException {
        return PlainFiles.of(
                folder, MAX_FILES, name -> !name.startsWith(".") && !IGNORED.contains(name), RunFileFolder::isName);
    }
}
