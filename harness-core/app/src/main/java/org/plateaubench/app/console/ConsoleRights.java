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

    /** A user without an entry on this host, as in a container, has a number for a name, which the owner of a file shows. */
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
            throw notOurs(folder, "--data");
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (!files.allMatch(file -> Files.isWritable(file) || Files.notExists(file))) {
                throw notOurs(folder, "--data");
            }
        }
    }

    public void requireWritable(Path folder, String option) throws IOException {
        Path whole = folder.toAbsolutePath().normalize();
        if (Files.exists(whole)) {
            if (!Files.isWritable(whole)) {
                throw notOurs(whole, option);
            }
            return;
        }
        Path there = whole;
        while (there.getParent() != null && Files.notExists(there)) {
            there = there.getParent();
        }
        if (!Files.isWritable(there)) {
            throw new IOException(whole + " does not exist and " + user
                    + " may not create it; create it with: sudo install -d -o " + user + " "
                    + whole + ", or name another folder with " + option + ".");
        }
    }

    private IOException notOurs(Path folder, String option) {
        return new IOException(folder + " cannot be written by " + user + "; give it to that user"
                + " with: sudo chown -R " + user + " " + folder + ", or name another folder with " + option + ".");
    }
}
