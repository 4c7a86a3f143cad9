// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * With whose rights a console runs, and whether they suffice for its folders. Immutable.
 *
 * @param user name of the user
 */
public record ConsoleRights(String user) {
    /** Those of this process. */
    public static ConsoleRights ofThisProcess() {
        return new ConsoleRights(System.getProperty("user.name"));
    }

    /** Whether they are all there are. */
    public boolean isRoot() {
        return user.equals("root");
    }

    /**
     * Sees to it that the folder of the console's own data can be used, or made.
     *
     * @throws IOException with a sentence for a person when it cannot
     */
    public void requireData(Path folder) throws IOException {
        requireWritable(folder, "--data");
        if (isRoot() || !Files.isDirectory(folder)) {
            return;
        }
        if (!user.equals(Files.getOwner(folder).getName())) {
            throw notOurs(folder, "--data");
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (!files.allMatch(ConsoleRights::isUsable)) {
                throw notOurs(folder, "--data");
            }
        }
    }

    /** The allow list is replaced as a whole, and may be an administrator's own file. */
    private static boolean isUsable(Path file) {
        return Files.isWritable(file)
                || AllowListFile.NAME.equals(Objects.toString(file.getFileName()))
                // It was there when the folder was read.
                || Files.notExists(file);
    }

    /**
     * Sees to it that a folder can be written, or made.
     *
     * @param option names the folder on the command line
     * @throws IOException with a sentence for a person when it cannot
     */
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
            throw new IOException(whole + " is not there and " + user
                    + ", who runs the console, may not make it; make it" + " with: sudo install -d -o " + user + " "
                    + whole + ", or name another folder with " + option + ".");
        }
    }

    private IOException notOurs(Path folder, String option) {
        return new IOException(folder + " is not for " + user + ", who runs the console, to write; give it to that user"
                + " with: sudo chown -R " + user + " " + folder + ", or name another folder with " + option + ".");
    }
}
