// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

public record ConsoleRights(String user) {
    public static ConsoleRights ofThisProcess() {
        return new ConsoleRights(System.getProperty("user.name"));
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
                    + ", the user of the console, may not create it; create it with: sudo install -d -o " + user + " "
                    + whole + ", or name another folder with " + option + ".");
        }
    }

    private IOException notOurs(Path folder, String option) {
        return new IOException(folder + " cannot be written by " + user + ", the user of the console; give it to that"
                + " user with: sudo chown -R " + user + " " + folder + ", or name another folder with " + option + ".");
    }
}
