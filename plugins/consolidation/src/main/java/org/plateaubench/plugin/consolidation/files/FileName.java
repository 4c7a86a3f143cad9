// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.files;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a file, from which its place follows; no other file of the user has had its number. */
record FileName(int user, int number, int renames) {
    /** Number of folders of a user. */
    static final int FOLDERS = 10;

    private static final Pattern FORM = Pattern.compile("u(\\d{1,7})/d(\\d)/f(\\d{1,9})-(\\d{1,9})");
    /** The folders of users, and those in them. */
    static final Pattern FOLDER = Pattern.compile("u\\d{1,7}(/d\\d)?");

    /** Returns the name of a path below the root of the tree; empty if it is not that of a file of the workload. */
    static Optional<FileName> of(Path relative) {
        Matcher matcher = FORM.matcher(relative.toString());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        FileName name = new FileName(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(3)),
                Integer.parseInt(matcher.group(4)));
        return name.path().equals(relative.toString()) ? Optional.of(name) : Optional.empty();
    }

    static String folder(int user, int folder) {
        return "u" + user + "/d" + folder;
    }

    int folder() {
        return number % FOLDERS;
    }

    String path() {
        return folder(user, folder()) + "/f" + number + "-" + renames;
    }

    long identity() {
        return ((long) user << Integer.SIZE) | number;
    }

    FileName renamed() {
        return new FileName(user, number, renames + 1);
    }
}
