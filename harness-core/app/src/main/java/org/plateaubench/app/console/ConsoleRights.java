// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The rights with which a process runs, with checks that they suffice for its folders. Immutable. */
public record ConsoleRights(String user) {
    private static final Path SELF = Path.of("/proc/self");

    public static ConsoleRights ofThisProcess() throws IOException {
        return of(System.getProperty("user.name"), SELF);
    }

    /** A user without an entry on this host, as in a container, has only a number, which the owner of a file shows. */
    static ConsoleRights of(String name, Path own) throws IOException {
        return new ConsoleRights(name.equals("?") ? Files.getOwner(own).getName() : name);
    }

    public boolean isRoot() {
        return user.equals("root");
    }

    public void requireData(Path folder) throws IOException {
        requireWritable(folder, "--data");
        if (isRoot() || !Files.isDirectory(folder)) {
            return;
        }
        if (!user.equals(Files.getOwner(folder).getName())) {
            throw notWritable(folder, "--data");
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (!files.allMatch(file -> Files.isWritable(file) || Files.notExists(file))) {
                throw notWritable(folder, "--data");
            }
        }
    }

    public void requireWritable(Path folder, String option) throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        if (Files.exists(absolute)) {
            if (!Files.isWritable(absolute)) {
                throw notWritable(absolute, option);
            }
            return;
        }
        Path existing = absolute;
        while (existing.getParent() != null && Files.notExists(existing)) {
            existing = existing.getParent();
        }
        if (!Files.isWritable(existing)) {
            throw new IOException(absolute + " does not exist and " + user
                    + " may not create it; create it with: sudo install -d -o " + user + " "
                    + absolute + ", or name another folder with " + option + ".");
        }
    }

    private IOException notWritable(Path folder, String option) {
        return new IOException(folder + " cannot be written by " + user + "; give it to that user"
                + " with: sudo chown -R " + user + " " + folder + ", or name another folder with " + option + ".");
    }
}
