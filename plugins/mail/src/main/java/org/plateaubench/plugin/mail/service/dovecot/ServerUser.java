// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.process.Program;
import org.plateaubench.spi.SutException;

/**
 * The user that servers run as.
 *
 * @param uid id of the user, as the servers see it
 * @param gid id of the group, as the servers see it
 */
record ServerUser(String name, String group, String uid, String gid) {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Returns the user of a program that is started with a prefix that changes rights. */
    static ServerUser behind(List<String> rights, Path folder) throws IOException, SutException, InterruptedException {
        List<String> command = new ArrayList<>(rights);
        command.addAll(List.of("/bin/sh", "-c", "id -un && id -gn && id -u && id -g"));
        Path answer = Files.createTempFile(folder, "user", ".txt");
        try {
            Program program = new Program(command, folder, answer);
            if (!program.run(LIMIT)) {
                throw new SutException("Servers cannot be started because this user or its group has no name ("
                        + program.firstWords() + "); start the harness as a user in /etc/passwd.");
            }
            List<String> lines = Files.readAllLines(answer);
            return new ServerUser(lines.get(0), lines.get(1), lines.get(2), lines.get(3));
        } finally {
            Files.delete(answer);
        }
    }
}
