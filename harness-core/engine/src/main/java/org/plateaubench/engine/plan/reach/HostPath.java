// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.reach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Compares files of the host by their real paths. Stateless; any thread. */
final class HostPath {
    private HostPath() {}

    /** Whether two texts name the same file, possibly through links. */
    static boolean isSame(String given, String allowed) {
        Optional<Path> one = real(Path.of(""), given);
        return one.isPresent() && one.equals(real(Path.of(""), allowed));
    }

    /**
     * Like {@link #isSame}, but also with the same file name, because a program may behave differently under another
     * name.
     */
    static boolean isSameProgram(String given, String allowed) {
        return isSame(given, allowed)
                && Objects.equals(Path.of(given).getFileName(), Path.of(allowed).getFileName());
    }

    /** Whether the real path of a file is in a folder. */
    static boolean isWithin(Path folder, String given) {
        Optional<Path> base = real(Path.of(""), folder.toString());
        return base.isPresent()
                && real(Path.of(""), given)
                        .filter(path -> path.startsWith(base.get()))
                        .isPresent();
    }

    /** Whether the name of the real file matches a pattern. */
    static boolean isNamed(String given, Pattern name) {
        return real(Path.of(""), given)
                .map(Path::getFileName)
                .filter(file -> name.matcher(file.toString()).matches())
                .isPresent();
    }

    /**
     * The real path of a text, without links. Empty if it is not a path, cannot be read, or has {@code ..} after a part
     * that does not exist: such a path names no file now, but could name any file later.
     *
     * @param folder base of a relative text
     */
    static Optional<Path> real(Path folder, String text) {
        try {
            Path path = folder.resolve(text).toAbsolutePath();
            Path there = path;
            while (there != null && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
                there = there.getParent();
            }
            if (there == null) {
                return Optional.empty();
            }
            if (there.equals(path)) {
                return Optional.of(path.toRealPath());
            }
            Path missing = path.subpath(there.getNameCount(), path.getNameCount());
            for (Path part : missing) {
                if (part.toString().equals("..") || part.toString().equals(".")) {
                    return Optional.empty();
                }
            }
            return Optional.of(there.toRealPath().resolve(missing));
        } catch (InvalidPathException | IOException | SecurityException e) {
            return Optional.empty();
        }
    }
}
